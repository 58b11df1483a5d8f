import { sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'

/** The workspace's one type of epics, made with the first project that has epics, or the first epic. */
export async function epicType(tx: Tx, { workspace_id, user_id }: Member): Promise<string> {
  const find = () =>
    sql<{ id: string }>`
      select id from work_item_types
      where workspace_id = ${workspace_id} and is_epic and deleted_at is null`.execute(tx)
  const known = (await find()).rows[0]
  if (known) return known.id
  // Two first epics at once: the second waits here, and finds the first one's.
  await sql`
    insert into work_item_types (workspace_id, name, is_epic, level, created_by)
    values (${workspace_id}, 'Epic', true, 1, ${user_id})
    on conflict (workspace_id) where is_epic and deleted_at is null do nothing`.execute(tx)
  return (await find()).rows[0]?.id ?? ''
}
