import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

/** Pages of a project, with their versions and mentions. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table pages (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      owned_by uuid not null references users (id) on delete cascade,
      parent_id uuid references pages (id) on delete set null check (parent_id <> id),
      name varchar(255) not null default '',
      access smallint not null default 0 check (access in (0, 1)),
      color varchar(255) not null default '',
      is_locked boolean not null default false,
      is_global boolean not null default false,
      archived_at date,
      view_props jsonb not null default '{"full_width": false}',
      logo_props jsonb not null default '{}',
      description jsonb not null default '{}',
      description_html text not null default '<p></p>',
      description_stripped text,
      description_binary bytea,
      external_id varchar(255),
      external_source varchar(255),
      ${audit}
    )`.execute(db)
  await sql`
    create index pages_workspace_idx on pages (workspace_id) where deleted_at is null`.execute(db)
  await sql`
    create index pages_parent_idx on pages (parent_id) where parent_id is not null`.execute(db)

  await sql`
    create table project_pages (
      project_id uuid not null references projects (id) on delete cascade,
      page_id uuid not null references pages (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      created_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      primary key (page_id, project_id)
    )`.execute(db)
  await sql`create index project_pages_project_idx on project_pages (project_id)`.execute(db)

  await sql`
    create table page_labels (
      page_id uuid not null references pages (id) on delete cascade,
      label_id uuid not null references labels (id) on delete cascade,
      primary key (page_id, label_id)
    )`.execute(db)
  await sql`create index page_labels_label_idx on page_labels (label_id)`.execute(db)

  await sql`
    create table page_logs (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      page_id uuid not null references pages (id) on delete cascade,
      transaction uuid not null default gen_random_uuid(),
      entity_name varchar(30) not null,
      entity_identifier uuid,
      ${audit}
    )`.execute(db)
  await sql`
    create unique index page_logs_transaction_key
      on page_logs (page_id, transaction) where deleted_at is null`.execute(db)

  await sql`
    create table page_versions (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      page_id uuid not null references pages (id) on delete cascade,
      owned_by uuid not null references users (id) on delete cascade,
      last_saved_at timestamptz not null default now(),
      description_html text not null default '<p></p>',
      description_stripped text,
      description_json jsonb not null default '{}',
      description_binary bytea,
      sub_pages_data jsonb not null default '{}',
      ${audit}
    )`.execute(db)
  await sql`
    create index page_versions_page_idx on page_versions (page_id, last_saved_at desc)`.execute(db)

  await sql`
    alter table assets add constraint assets_page_fkey
      foreign key (page_id) references pages (id) on delete set null`.execute(db)
  await sql`
    create index assets_page_idx on assets (page_id) where page_id is not null`.execute(db)
}
