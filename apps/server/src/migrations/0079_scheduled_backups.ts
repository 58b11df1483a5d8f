import { type Kysely, sql } from 'kysely'

/**
 * When and where backups are made, and each backup that was made or failed. While a backup is being
 * restored, an instance that is not set up must not be set up.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table backup_settings (
      singleton boolean primary key default true check (singleton),
      is_enabled boolean not null default false,
      frequency text not null default 'daily' check (frequency in ('daily', 'weekly')),
      weekday smallint not null default 0 check (weekday between 0 and 6),
      hour smallint not null default 3 check (hour between 0 and 23),
      time_zone text not null default 'UTC',
      destination text not null default 'folder' check (destination in ('folder', 'bucket')),
      folder text not null default '' check (length(folder) <= 1000),
      retained smallint not null default 7 check (retained between 1 and 365),
      passphrase text,
      scheduled_from timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      updated_by uuid references users (id) on delete set null
    )`.execute(db)
  await sql`insert into backup_settings default values`.execute(db)

  await sql`
    create table backup_runs (
      id uuid primary key default gen_random_uuid(),
      status text not null default 'queued'
        check (status in ('queued', 'running', 'completed', 'failed')),
      due_at timestamptz,
      destination text check (destination in ('folder', 'bucket')),
      folder text,
      file_name text,
      is_encrypted boolean not null default false,
      size bigint,
      row_count bigint,
      file_count bigint,
      missing_files bigint,
      problem text,
      detail text,
      created_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      started_at timestamptz,
      ended_at timestamptz,
      removed_at timestamptz,
      leased_until timestamptz
    )`.execute(db)
  // Two nodes see that a backup is due: one of them queues it.
  await sql`create unique index backup_runs_due_key on backup_runs (due_at)`.execute(db)
  // One at a time: a second one would only slow down the first.
  await sql`
    create unique index backup_runs_active_key on backup_runs ((true))
      where status in ('queued', 'running')`.execute(db)
  await sql`create index backup_runs_created_idx on backup_runs (created_at)`.execute(db)
  await sql`alter table instances add column restoring_since timestamptz`.execute(db)
}
