import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

const filters = sql`
  '{"priority":null,"state":null,"state_group":null,"assignees":null,"created_by":null,
    "labels":null,"start_date":null,"target_date":null,"subscriber":null}'::jsonb`
const displayFilters = sql`
  '{"group_by":null,"order_by":"-created_at","type":null,"sub_issue":true,
    "show_empty_groups":true,"layout":"list","calendar_date_range":""}'::jsonb`

export async function up(db: Kysely<unknown>) {
  await projects(db)
  await members(db)
  await favorites(db)
  await recentVisits(db)
  // Events for all project members, including guests who see only their own items.
  await sql`alter table events add column for_everyone boolean not null default false`.execute(db)
}

async function projects(db: Kysely<unknown>) {
  await sql`
    alter table projects
      add column emoji varchar(255),
      add column icon_prop jsonb,
      add column is_time_tracking_enabled boolean not null default false,
      add column is_issue_type_enabled boolean not null default false,
      add column is_epic_enabled boolean not null default false,
      add column archive_in smallint not null default 0 check (archive_in between 0 and 12),
      add column close_in smallint not null default 0 check (close_in between 0 and 12),
      add column default_state_id uuid references states (id) on delete set null,
      add column external_source varchar(255),
      add column external_id varchar(255)`.execute(db)

  // The few projects the daily job checks.
  await sql`
    create index projects_automated_idx on projects (id)
      where deleted_at is null and archived_at is null and (archive_in > 0 or close_in > 0)`.execute(
    db,
  )

  await sql`alter table labels add column description text not null default ''`.execute(db)
  await sql`create index labels_parent_idx on labels (parent_id)`.execute(db)
}

async function members(db: Kysely<unknown>) {
  const view = sql`jsonb_build_object('filters', ${filters}, 'display_filters', ${displayFilters})`
  await sql`
    alter table project_members
      add column comment text,
      add column view_props jsonb not null default ${view},
      add column default_props jsonb not null default ${view},
      add column preferences jsonb not null default '{"pages":{"block_display":true}}'`.execute(db)

  // In display order, by an index-only scan.
  await sql`
    create index project_members_present_idx
      on project_members (project_id, created_at, id) include (user_id)
      where is_active and deleted_at is null`.execute(db)
  // Few rows, excluded from every list of users.
  await sql`create index users_bots_idx on users (id) where is_bot`.execute(db)

  await sql`
    create table project_user_properties (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      filters jsonb not null default ${filters},
      display_filters jsonb not null default ${displayFilters},
      display_properties jsonb not null default
        '{"assignee":true,"attachment_count":true,"created_on":true,"due_date":true,
          "estimate":true,"key":true,"labels":true,"link":true,"priority":true,
          "start_date":true,"state":true,"sub_issue_count":true,"updated_on":true}',
      ${audit}
    )`.execute(db)
  await sql`
    create unique index project_user_properties_user_key
      on project_user_properties (project_id, user_id) where deleted_at is null`.execute(db)
}

async function favorites(db: Kysely<unknown>) {
  await sql`
    create table favorites (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      project_id uuid references projects (id) on delete cascade,
      entity_type varchar(100) not null,
      entity_identifier uuid,
      name varchar(255),
      is_folder boolean not null default false,
      sequence double precision not null default 65535,
      -- A folder takes what is in it along.
      parent_id uuid references favorites (id) on delete cascade,
      check (not (is_folder and parent_id is not null)),
      ${audit}
    )`.execute(db)
  await sql`
    create unique index favorites_entity_key
      on favorites (user_id, entity_type, entity_identifier) where deleted_at is null`.execute(db)
  await sql`
    create unique index favorites_folder_key
      on favorites (workspace_id, user_id, name) where is_folder and deleted_at is null`.execute(db)
  await sql`
    create index favorites_owner_idx on favorites (workspace_id, user_id, sequence)`.execute(db)
  await sql`create index favorites_parent_idx on favorites (parent_id)`.execute(db)
  await sql`create index favorites_project_idx on favorites (project_id)`.execute(db)
}

async function recentVisits(db: Kysely<unknown>) {
  await sql`
    create table recent_visits (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      project_id uuid references projects (id) on delete cascade,
      entity_name varchar(30) not null,
      entity_identifier uuid not null,
      visited_at timestamptz not null default now(),
      ${audit}
    )`.execute(db)
  await sql`
    create unique index recent_visits_entity_key
      on recent_visits (workspace_id, user_id, entity_name, entity_identifier)
      where deleted_at is null`.execute(db)
}
