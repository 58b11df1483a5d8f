import { type Kysely, sql } from 'kysely'

/**
 * Programs bring estimates of more than thirteen values, each with its key, and look for the type of
 * epics before there is a first epic.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table estimate_points
      drop constraint estimate_points_key_check,
      add constraint estimate_points_key_check check (key between 0 and 1000)`.execute(db)
  await sql`
    insert into work_item_types (workspace_id, name, is_epic, level)
    select distinct p.workspace_id, 'Epic', true, 1 from projects p
    where p.is_epic_enabled and p.deleted_at is null
    on conflict (workspace_id) where is_epic and deleted_at is null do nothing`.execute(db)
}
