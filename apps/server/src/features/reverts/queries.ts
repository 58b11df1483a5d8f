import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'

/** Actor and time of the last history entry for a field of an item. */
export const findLastChange = async (
  tx: Tx,
  { project_id }: ProjectMember,
  id: string,
  field: string,
  property_id: string | null = null,
) => {
  const { rows } = await sql<{ actor_id: string | null; created_at: string }>`
    select actor_id, created_at from activities
    where work_item_id = ${id} and project_id = ${project_id} and field = ${field}
      and (${property_id}::uuid is null or property_id = ${property_id}::uuid)
    order by created_at desc limit 1`.execute(tx)
  return rows[0]
}

/** Whether an item was in a cycle before, by its history. */
export const wasInCycle = async (
  tx: Tx,
  { project_id }: ProjectMember,
  id: string,
  cycle_id: string,
) => {
  const { rows } = await sql`
    select from activities where work_item_id = ${id} and project_id = ${project_id}
      and field = 'cycles' and old_identifier = ${cycle_id} limit 1`.execute(tx)
  return rows.length > 0
}
