import { type Kysely, sql } from 'kysely'

/** Stores only what a user changed: the rest has the defaults. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table sidebar_preferences (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      key varchar(30) not null,
      is_pinned boolean not null,
      sort_order double precision not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz
    )`.execute(db)
  await sql`
    create unique index sidebar_preferences_key
      on sidebar_preferences (workspace_id, user_id, key) where deleted_at is null`.execute(db)
}
