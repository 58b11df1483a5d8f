import { type Kysely, sql } from 'kysely'

/**
 * Browsers that receive push messages, each until the session ends in which it was added; the
 * preferences of their users; and the queue of messages.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table push_devices (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      session_id uuid not null references sessions (id) on delete cascade,
      endpoint text not null unique check (length(endpoint) <= 2000),
      p256dh text not null,
      auth text not null,
      user_agent text not null default '',
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db)
  await sql`create index push_devices_user_idx on push_devices (user_id)`.execute(db)
  await sql`create index push_devices_session_idx on push_devices (session_id)`.execute(db)

  await sql`
    create table push_preferences (
      user_id uuid primary key references users (id) on delete cascade,
      mention boolean not null default true,
      comment boolean not null default true,
      property_change boolean not null default true,
      state_change boolean not null default true,
      issue_completed boolean not null default true,
      status_update boolean not null default true,
      quiet_from time,
      quiet_to time,
      constraint push_preferences_quiet_check
        check (case when quiet_from is null then quiet_to is null
          else quiet_to is not null and quiet_to <> quiet_from end)
    )`.execute(db)

  await sql`
    create table push_messages (
      device_id uuid not null references push_devices (id) on delete cascade,
      notification_id uuid not null references notifications (id) on delete cascade,
      tries smallint not null default 0,
      due_at timestamptz not null default now(),
      primary key (device_id, notification_id)
    )`.execute(db)
  await sql`create index push_messages_due_idx on push_messages (due_at)`.execute(db)
  await sql`create index push_messages_notification_idx on push_messages (notification_id)`.execute(
    db,
  )
}
