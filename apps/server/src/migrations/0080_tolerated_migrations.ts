import { type Kysely, sql } from 'kysely'

export const toleratedSince = '0079_scheduled_backups'

/** Which servers may run beside each migration: those that know this one. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table migrations add column tolerated_since text`.execute(db)
}
