import type { WorkItemV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { visibleAcross, visibleInProject } from '#product/scope-queries.ts'
import { itemText } from '../work-items/queries.ts'

/** None for an archived project. */
export const findEpic = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<WorkItemV1>`
    select ${sql.raw(itemText)} from work_items i
    where i.id = ${id} and i.is_epic and i.archived_at is null and ${visibleInProject(member, 'i')}
      and (select p.archived_at is null from projects p where p.id = i.project_id)`.execute(db)
  return rows[0]
}

/** Items of any project that the reader may see, in the order of the ids. */
export const listItemsNamed = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<WorkItemV1>`
    select ${sql.raw(itemText)} from work_items i
    where i.id = any(${[...ids]}::uuid[]) and i.is_listed and ${visibleAcross(member, 'i')}
    order by array_position(${[...ids]}::uuid[], i.id)`.execute(db)
  return rows
}
