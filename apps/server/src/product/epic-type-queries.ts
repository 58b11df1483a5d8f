import { sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { lockTypes } from './project-type-queries.ts'

const findEpicType = async (tx: Tx, { workspace_id }: Member) => {
  const { rows } = await sql<{ id: string }>`
    select id from work_item_types
    where workspace_id = ${workspace_id} and is_epic and deleted_at is null`.execute(tx)
  return rows[0]?.id
}

/**
 * The workspace's only epic type, created with the first project that has epics, or the first epic.
 */
export async function epicType(tx: Tx, member: Member): Promise<string> {
  const known = await findEpicType(tx, member)
  if (known) return known
  // Of two concurrent first epics, the second waits here and finds the type.
  await lockTypes(tx, member)
  const made = await findEpicType(tx, member)
  if (made) return made
  const { workspace_id, user_id } = member
  // "Epic", or "Epic 2" if another type has this name.
  const { rows } = await sql<{ id: string }>`
    insert into work_item_types (workspace_id, name, is_epic, level, created_by)
    select ${workspace_id}, free.name, true, 1, ${user_id} from (
      select case n when 1 then 'Epic' else 'Epic ' || n end as name, n
      from generate_series(1, 10000) n
    ) free
    where not exists (
      select from work_item_types t where t.workspace_id = ${workspace_id}
        and lower(t.name) = lower(free.name) and t.deleted_at is null
    )
    order by free.n limit 1
    returning id`.execute(tx)
  const [type] = rows
  if (!type) throw new Error('an insert without a row')
  return type.id
}
