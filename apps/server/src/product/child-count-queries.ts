import { sql as piece, postgres, postgresFor, raw, type Sql } from '@cairn/work-item-query'
import { sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { toKysely } from '#kernel/database/run-statement.ts'
import type { EmittedChildren } from '#kernel/events/stream.ts'
import { seenAcross } from './scope-queries.ts'

/** The user for whom children of an item are counted. */
export type Reader =
  | (Member & Partial<Pick<ProjectMember, 'sees_only_own' | 'counts'>>)
  | { counts: 'all' }

const listedChildren = raw('from work_items c where c.parent_id = i.id and c.is_listed')

/** As in lists, items of archived projects do not count. */
const ofOpenProject = raw(`exists (select from projects p
  where p.id = c.project_id and p.deleted_at is null and p.archived_at is null)`)

/** Which of the listed children `c` of an item `i` count for this reader: those the reader may see. */
const seenBy = (reader: Reader): Sql =>
  reader.counts === 'all' ? ofOpenProject : seenAcross(reader, 'c')

/**
 * `sub_issues_count` of the item `i`. A response shared by a project's members has null where the
 * number depends on which other projects the reader sees.
 */
export function childCount(reader: Reader): Sql {
  if (reader.counts !== 'shared') {
    return piece`(select count(*)::int ${listedChildren} and ${seenBy(reader)})`
  }
  const own = reader.sees_only_own ? piece` and c.created_by = ${reader.user_id}` : piece``
  return piece`(
    select case when count(*) filter (where c.project_id <> i.project_id) = 0 then count(*)::int end
    ${listedChildren}${own}
  )`
}

/** Whether a shared response has open counts. Quotes inside strings are escaped. */
export const leavesCountsOpen = (json: string) => json.includes('"sub_issues_count":null')

/**
 * The list dialect for a reader: sorting by number of children counts those the reader sees, and a
 * query speaks of other items only if the reader sees them.
 */
export function dialectFor(reader: Reader) {
  if (!('user_id' in reader)) return postgres
  const { user_id } = reader
  const forReader = postgresFor(seenAcross(reader, 'c'), {
    sees: (alias) => seenAcross(reader, alias),
    user_id,
  })
  if (!reader.counts) return forReader
  return { ...postgres, passes: forReader.passes }
}

export const childCountColumn = (reader: Reader) => toKysely<number>(childCount(reader))

/** For the item of `events as e`: its number of children by project and author. */
export const emittedChildren = sql<EmittedChildren | null>`(
  select jsonb_agg(jsonb_build_array(k.project_id, k.created_by, k.number)) from (
    select c.project_id, c.created_by, count(*) as number from work_items c
    where c.parent_id = e.work_item_id and c.is_listed and ${toKysely(ofOpenProject)}
    group by c.project_id, c.created_by
  ) k
)`
