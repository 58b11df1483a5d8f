import { type Kysely, sql } from 'kysely'

/** New cycles keep a record of each day. Those before have none for the days that passed, and stay as they are. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table cycles alter column version set default 2`.execute(db)
}
