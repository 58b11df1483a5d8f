import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

/** Exports and imports of work items. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table exports (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      initiated_by uuid references users (id) on delete set null,
      project_ids uuid[] not null,
      provider varchar(10) not null check (provider in ('csv', 'xlsx', 'json')),
      is_split boolean not null,
      token varchar(32) not null,
      status varchar(20) not null default 'queued'
        check (status in ('queued', 'processing', 'completed', 'failed')),
      reason text,
      file_key text,
      file_name text,
      -- Whoever makes it has it until then, and says so again and again.
      leased_until timestamptz not null default now(),
      attempts smallint not null default 0,
      ${audit}
    )`.execute(db)
  await sql`create index exports_history_idx on exports (workspace_id, created_at)`.execute(db)
  await sql`
    create index exports_waiting_idx on exports (leased_until)
      where status in ('queued', 'processing')`.execute(db)
  await sql`create index exports_files_idx on exports (created_at) where file_key is not null`.execute(
    db,
  )

  await sql`
    create table imports (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      initiated_by uuid references users (id) on delete set null,
      file_name varchar(255) not null,
      file_key text,
      settings jsonb,
      status varchar(20) not null default 'uploaded'
        check (status in ('uploaded', 'queued', 'completed', 'failed', 'undone')),
      reason text,
      created_count integer not null default 0,
      repeated_count integer not null default 0,
      problem_count integer not null default 0,
      problems jsonb not null default '[]',
      label_ids uuid[] not null default '{}',
      ${audit}
    )`.execute(db)
  await sql`create index imports_history_idx on imports (workspace_id, created_at)`.execute(db)
  await sql`create index imports_files_idx on imports (created_at) where file_key is not null`.execute(
    db,
  )

  // Deleted in the transaction that creates the items: an import runs once, or is still pending.
  await sql`
    create table import_runs (
      import_id uuid primary key references imports (id) on delete cascade,
      leased_until timestamptz not null default now(),
      attempts smallint not null default 0
    )`.execute(db)

  // The file row an item was imported from: the row is not imported again while the item exists.
  await sql`
    create table import_items (
      work_item_id uuid primary key references work_items (id) on delete cascade,
      import_id uuid not null references imports (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      fingerprint text not null
    )`.execute(db)
  await sql`create index import_items_import_idx on import_items (import_id)`.execute(db)
  await sql`create index import_items_row_idx on import_items (project_id, fingerprint)`.execute(db)
}
