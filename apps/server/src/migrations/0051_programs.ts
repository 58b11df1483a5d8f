import { type Kysely, sql } from 'kysely'

const view = sql`
  '{"filters":{"priority":null,"state":null,"state_group":null,"assignees":null,"created_by":null,
    "labels":null,"start_date":null,"target_date":null,"subscriber":null},
    "display_filters":{"group_by":null,"order_by":"-created_at","type":null,"sub_issue":true,
    "show_empty_groups":true,"layout":"list","calendar_date_range":""}}'::jsonb`

/** What API clients and older clients rely on. */
export async function up(db: Kysely<unknown>) {
  // API clients send estimates with more than thirteen values, each with its key.
  await sql`
    alter table estimate_points
      drop constraint estimate_points_key_check,
      add constraint estimate_points_key_check check (key between 0 and 1000)`.execute(db)
  // API clients look for the epic type before the first epic exists.
  await sql`
    insert into work_item_types (workspace_id, name, is_epic, level)
    select distinct p.workspace_id, 'Epic', true, 1 from projects p
    where p.is_epic_enabled and p.deleted_at is null
    on conflict (workspace_id) where is_epic and deleted_at is null do nothing`.execute(db)
  // The last requests of a token are shown to its owner.
  await sql`drop index api_requests_token_idx`.execute(db)
  await sql`create index api_requests_token_idx on api_requests (token_id, id)`.execute(db)
  // The role given in a project, if the workspace role has lowered it since.
  await sql`alter table project_members add column given_role smallint`.execute(db)
  // API clients read the settings of a membership and change some of them.
  for (const column of ['view_props', 'default_props']) {
    await sql`
      alter table workspace_members alter column ${sql.ref(column)} set default ${view}`.execute(db)
    await sql`
      update workspace_members set ${sql.ref(column)} = ${view}
      where ${sql.ref(column)} = '{}'`.execute(db)
  }
}
