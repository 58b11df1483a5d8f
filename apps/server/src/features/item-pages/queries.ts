import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { visibleInProject } from '#product/scope-queries.ts'

/** Items with more activities or comments than this are left out of the response. */
const MAX_ENTRIES = 300

/**
 * Those of these items that the member may see and that have few enough activities and comments.
 */
export const listBrief = async (db: Db, member: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select i.id from work_items i
    where i.id = any(${[...ids]}::uuid[]) and ${visibleInProject(member, 'i')}
      and not exists (
        select from activities a where a.work_item_id = i.id offset ${MAX_ENTRIES} limit 1
      )
      and not exists (
        select from comments c where c.work_item_id = i.id offset ${MAX_ENTRIES} limit 1
      )`.execute(db)
  return rows.map(({ id }) => id)
}
