import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

/** A user's quick links and home page settings. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table quick_links (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      owner_id uuid not null references users (id) on delete cascade,
      title varchar(255),
      url text not null,
      metadata jsonb not null default '{}',
      ${audit}
    )`.execute(db)
  // A URL may be too long for an index.
  await sql`
    create unique index quick_links_url_key
      on quick_links (workspace_id, owner_id, md5(url)) where deleted_at is null`.execute(db)
  await sql`
    create table home_preferences (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      key varchar(30) not null,
      is_enabled boolean not null,
      config jsonb not null,
      sort_order double precision not null,
      ${audit}
    )`.execute(db)
  await sql`
    create unique index home_preferences_key
      on home_preferences (workspace_id, user_id, key) where deleted_at is null`.execute(db)
}
