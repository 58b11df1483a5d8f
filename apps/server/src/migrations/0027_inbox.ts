import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  // The unread count is shown on every screen: the index has only these rows.
  await sql`
    create index notifications_unread_idx on notifications (receiver_id, workspace_id)
    where read_at is null and archived_at is null and deleted_at is null`.execute(db)
  await sql`
    create index notifications_snoozed_idx on notifications (snoozed_till)
    where snoozed_till is not null`.execute(db)
}
