import { type Kysely, sql } from 'kysely'

/** The event of a saved item has only its id; the item is read when the event is sent. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table events add column work_item_id uuid`.execute(db)
}
