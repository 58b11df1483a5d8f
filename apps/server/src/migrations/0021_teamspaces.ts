import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

const named = sql`
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name varchar(255) not null,
  description_html text not null default '<p></p>',
  logo_props jsonb not null default '{}',
  lead_id uuid references users (id) on delete set null,
  sort_order double precision not null default 65535`

export async function up(db: Kysely<unknown>) {
  await teamspaces(db)
  await initiatives(db)
}

async function teamspaces(db: Kysely<unknown>) {
  await sql`create table teamspaces (${named}, ${audit})`.execute(db)
  await sql`
    create unique index teamspaces_name_key
      on teamspaces (workspace_id, name) where deleted_at is null`.execute(db)
  await sql`
    create table teamspace_members (
      teamspace_id uuid not null references teamspaces (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      primary key (teamspace_id, user_id)
    )`.execute(db)
  await sql`create index teamspace_members_user_idx on teamspace_members (user_id)`.execute(db)
  await sql`
    create table teamspace_projects (
      teamspace_id uuid not null references teamspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      primary key (teamspace_id, project_id)
    )`.execute(db)
  await sql`
    create index teamspace_projects_project_idx on teamspace_projects (project_id)`.execute(db)
  await sql`
    create table teamspace_user_properties (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      teamspace_id uuid not null references teamspaces (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      filters jsonb not null default
        '{"priority":null,"state":null,"state_group":null,"assignees":null,"created_by":null,
          "labels":null,"start_date":null,"target_date":null,"subscriber":null}',
      display_filters jsonb not null default
        '{"group_by":null,"order_by":"-created_at","type":null,"sub_issue":true,
          "show_empty_groups":true,"layout":"list","calendar_date_range":""}',
      display_properties jsonb not null default
        '{"assignee":true,"attachment_count":true,"created_on":true,"due_date":true,
          "estimate":true,"key":true,"labels":true,"link":true,"priority":true,
          "start_date":true,"state":true,"sub_issue_count":true,"updated_on":true}',
      ${audit}
    )`.execute(db)
  await sql`
    create unique index teamspace_user_properties_key
      on teamspace_user_properties (teamspace_id, user_id) where deleted_at is null`.execute(db)
  await sql`
    alter table views
      add column teamspace_id uuid references teamspaces (id) on delete cascade,
      add constraint views_one_place check (project_id is null or teamspace_id is null)`.execute(db)
  await sql`
    create index views_teamspace_idx on views (teamspace_id)
      where teamspace_id is not null and deleted_at is null`.execute(db)
}

async function initiatives(db: Kysely<unknown>) {
  await sql`
    create table initiatives (
      ${named},
      start_date date,
      end_date date,
      check (start_date <= end_date),
      ${audit}
    )`.execute(db)
  await sql`
    create index initiatives_workspace_idx on initiatives (workspace_id)
      where deleted_at is null`.execute(db)
  await sql`
    create table initiative_projects (
      initiative_id uuid not null references initiatives (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      primary key (initiative_id, project_id)
    )`.execute(db)
  await sql`
    create index initiative_projects_project_idx on initiative_projects (project_id)`.execute(db)
  await sql`
    create table initiative_epics (
      initiative_id uuid not null references initiatives (id) on delete cascade,
      work_item_id uuid not null references work_items (id) on delete cascade,
      primary key (initiative_id, work_item_id)
    )`.execute(db)
  await sql`
    create index initiative_epics_item_idx on initiative_epics (work_item_id)`.execute(db)
}
