import { type Kysely, sql } from 'kysely'

/** Constraints that no reader needs and that slow down every write, above all bulk changes. */
export async function up(db: Kysely<unknown>) {
  // Subscribers are looked up by item and user, never by this id.
  await sql`
    alter table work_item_subscribers drop constraint work_item_subscribers_id_key`.execute(db)
  // Redundant: the project is deleted with its workspace, and its history with it.
  await sql`alter table activities drop constraint activities_workspace_id_fkey`.execute(db)
}
