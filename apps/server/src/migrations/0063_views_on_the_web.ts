import { type Kysely, sql } from 'kysely'

/**
 * Views of workspaces and teamspaces can be published, too. They have no project and show the
 * projects their publisher may publish; they are deleted with the publisher's account.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table deploy_boards
      alter column project_id drop not null,
      add column published_by uuid references users (id) on delete cascade,
      add constraint deploy_boards_place_check check (
        project_id is not null or (entity_name = 'view' and published_by is not null))`.execute(db)
  // The column defaulted to true without an effect; activity is now opt-in.
  await sql`update deploy_boards set is_activity_enabled = false`.execute(db)
  await sql`
    create index deploy_boards_published_by_idx
      on deploy_boards (published_by) where published_by is not null`.execute(db)
}
