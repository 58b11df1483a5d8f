import type { WorkItemV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { visibleAcross, visibleInProject } from '#product/scope-queries.ts'
import { itemText } from '../work-items/queries.ts'

/** An archived project shows none. */
export const findEpic = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<WorkItemV1>`
    select ${sql.raw(itemText)} from work_items i
    where i.id = ${id} and i.is_epic and i.archived_at is null and ${visibleInProject(member, 'i')}
      and (select p.archived_at is null from projects p where p.id = i.project_id)`.execute(db)
  return rows[0]
}

/** Of whichever project, as far as the reader sees them, in the order they are named. */
export const listItemsNamed = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<WorkItemV1>`
    select ${sql.raw(itemText)} from work_items i
    where i.id = any(${[...ids]}::uuid[]) and i.is_listed and ${visibleAcross(member, 'i')}
    order by array_position(${[...ids]}::uuid[], i.id)`.execute(db)
  return rows
}
