import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

/** Stickies and widgets of the home dashboard; "what's new" comes from the shipped change log. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table stickies (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      owner_id uuid not null references users (id) on delete cascade,
      name text,
      description jsonb not null default '{}',
      description_html text not null default '<p></p>',
      description_stripped text,
      logo_props jsonb not null default '{}',
      color varchar(255),
      background_color varchar(255),
      sort_order double precision not null,
      ${audit}
    )`.execute(db)
  await sql`
    create index stickies_order_idx on stickies (workspace_id, owner_id, sort_order desc)
      where deleted_at is null`.execute(db)

  await sql`
    create table dashboards (
      id uuid primary key default gen_random_uuid(),
      owner_id uuid not null references users (id) on delete cascade,
      name varchar(255) not null,
      description_html text not null default '<p></p>',
      identifier uuid,
      is_default boolean not null default true,
      type_identifier varchar(30) not null,
      logo_props jsonb not null default '{}',
      ${audit}
    )`.execute(db)
  await sql`
    create unique index dashboards_key
      on dashboards (owner_id, type_identifier) where deleted_at is null`.execute(db)
  await sql`
    create table dashboard_widgets (
      id uuid primary key default gen_random_uuid(),
      dashboard_id uuid not null references dashboards (id) on delete cascade,
      key varchar(30) not null,
      is_visible boolean not null default true,
      filters jsonb,
      sort_order double precision not null,
      unique (dashboard_id, key)
    )`.execute(db)

  await sql`drop table release_notes`.execute(db)
}
