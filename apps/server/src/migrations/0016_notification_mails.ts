import { type Kysely, sql } from 'kysely'

/** Notifications that are to be mailed too, until the mail of their receiver and item is written. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table notification_mails (
      notification_id uuid primary key references notifications (id) on delete cascade,
      receiver_id uuid not null references users (id) on delete cascade,
      work_item_id uuid not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create index notification_mails_pair_idx
      on notification_mails (receiver_id, work_item_id, created_at)`.execute(db)
}
