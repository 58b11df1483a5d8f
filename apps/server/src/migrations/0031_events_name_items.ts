import { type Kysely, sql } from 'kysely'

/** An item that was saved is named by its event, and read when the event is told. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table events add column work_item_id uuid`.execute(db)
}
