import { type Kysely, sql } from 'kysely'

/** New cycles record each day. Older ones have no record of past days and stay as they are. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table cycles alter column version set default 2`.execute(db)
}
