import { type Kysely, sql } from 'kysely'

/**
 * Counts towards limits are short-lived: after a crash of the database they start at zero. Without
 * the write-ahead log a count does not wait for the disk, on every sign-in and limited request.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table throttles set unlogged`.execute(db)
}
