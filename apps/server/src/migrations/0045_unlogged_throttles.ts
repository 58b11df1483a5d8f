import { type Kysely, sql } from 'kysely'

/**
 * Rate limit counts are short-lived: after a database crash they start at zero. Without the
 * write-ahead log they do not wait for the disk, on every sign-in and limited request.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table throttles set unlogged`.execute(db)
}
