import { type Kysely, sql } from 'kysely'

/**
 * Plain names: which activities need no more notifications, up to which transaction webhook calls
 * were queued, and what is saved to undo a deletion.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table activities rename column is_told to is_notified`.execute(db)
  await sql`alter index activities_untold_idx rename to activities_unnotified_idx`.execute(db)
  await sql`alter table webhook_progress rename column told_until to handled_until`.execute(db)
  await sql`alter table traces rename to undo_snapshots`.execute(db)
  await sql`alter table undo_snapshots rename column traces to snapshot`.execute(db)
  await sql`alter table undo_snapshots rename column left_at to taken_at`.execute(db)
  await sql`alter index traces_age_idx rename to undo_snapshots_age_idx`.execute(db)
}
