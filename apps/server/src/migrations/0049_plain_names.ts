import { type Kysely, sql } from 'kysely'

/**
 * Plain names for two columns: which activities need no (more) notifications, and up to which
 * transaction webhook calls were queued.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table activities rename column is_told to is_notified`.execute(db)
  await sql`alter index activities_untold_idx rename to activities_unnotified_idx`.execute(db)
  await sql`alter table webhook_progress rename column told_until to handled_until`.execute(db)
}
