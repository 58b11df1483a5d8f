import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'

/**
 * Locks the user's workspaces: of two administrators who leave at once the second sees that the
 * first has left. Other work is not blocked, since references need no such lock.
 */
export const lockWorkspacesOf = async (db: Db, user_id: string) => {
  await sql`
    select w.id from workspaces w
    join workspace_members m on m.workspace_id = w.id and m.user_id = ${user_id}
    order by w.id for no key update of w`.execute(db)
}

/** Whether members would be left without an administrator. */
export const findAbandoned = async (db: Db, user_id: string) => {
  const { rows } = await sql<{ projects: boolean; workspaces: boolean }>`
    with projects_led as (
      select m.project_id as id from project_members m
      join projects p on p.id = m.project_id and p.deleted_at is null
      join workspaces w on w.id = p.workspace_id and w.deleted_at is null
      where m.user_id = ${user_id} and m.role = 20 and m.is_active and m.deleted_at is null
    ), workspaces_led as (
      select m.workspace_id as id from workspace_members m
      join workspaces w on w.id = m.workspace_id and w.deleted_at is null
      where m.user_id = ${user_id} and m.role = 20 and m.is_active and m.deleted_at is null
    ), project_others as (
      select o.project_id as id, bool_or(o.role = 20) as led from project_members o
      join users u on u.id = o.user_id and u.is_active and not u.is_bot
      where o.project_id in (select id from projects_led) and o.user_id <> ${user_id}
        and o.is_active and o.deleted_at is null
      group by o.project_id
    ), workspace_others as (
      select o.workspace_id as id, bool_or(o.role = 20) as led from workspace_members o
      join users u on u.id = o.user_id and u.is_active and not u.is_bot
      where o.workspace_id in (select id from workspaces_led) and o.user_id <> ${user_id}
        and o.is_active and o.deleted_at is null
      group by o.workspace_id
    )
    select exists (select 1 from project_others where not led) as projects,
      exists (select 1 from workspace_others where not led) as workspaces`.execute(db)
  return rows[0]
}
