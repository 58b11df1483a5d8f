import type pg from 'pg'
import type { ProjectMember } from '../../apps/server/src/kernel/auth/member.ts'

/**
 * A user with a handful of items, at the very end of every list. A plan that scans the list to find
 * them reads all of it.
 */
export async function addNewcomer(client: pg.ClientBase, me: ProjectMember): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into users (username, email, password_hash, first_name, display_name)
      values ('newcomer', 'newcomer@bench.example', 'none', 'New', 'Newcomer') returning id`,
  )
  const user_id = rows[0]?.id ?? ''
  const { workspace_id, project_id } = me
  await client.query(
    `insert into project_members (workspace_id, project_id, user_id, role)
      values ($1, $2, $3, 15)`,
    [workspace_id, project_id, user_id],
  )
  for (const last of ['sort_order desc', 'created_at']) {
    const items = `select id from work_items where project_id = $1 and is_listed
      order by ${last} limit 10`
    await client.query(
      `insert into work_item_assignees (work_item_id, user_id)
        select id, $2 from (${items}) i on conflict do nothing`,
      [project_id, user_id],
    )
    await client.query(`update work_items set created_by = $2 where id in (${items})`, [
      project_id,
      user_id,
    ])
  }
  return user_id
}
