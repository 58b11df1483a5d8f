import { type Kysely, sql } from 'kysely'

/** What no reader asks for and every writer paid for, many times over where many items change. */
export async function up(db: Kysely<unknown>) {
  // Whoever follows is found by item and person, never by this id.
  await sql`
    alter table work_item_subscribers drop constraint work_item_subscribers_id_key`.execute(db)
  // The project's row says it too: it goes with its workspace, and takes its history along.
  await sql`alter table activities drop constraint activities_workspace_id_fkey`.execute(db)
}
