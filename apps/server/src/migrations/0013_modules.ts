import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

const ofModule = sql`
  workspace_id uuid not null references workspaces (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  module_id uuid not null references modules (id) on delete cascade`

export async function up(db: Kysely<unknown>) {
  await sql`
    create table module_members (
      module_id uuid not null references modules (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      primary key (module_id, user_id)
    )`.execute(db)
  await links(db)
  await userProperties(db)
  await sql`
    create index modules_project_idx on modules (project_id, created_at desc)
      where deleted_at is null`.execute(db)
  // A deleted value is removed from the items that have it.
  await sql`
    create index work_items_estimate_idx on work_items (estimate_point)
      where estimate_point is not null`.execute(db)
}

async function links(db: Kysely<unknown>) {
  await sql`
    create table module_links (
      id uuid primary key default gen_random_uuid(),
      ${ofModule},
      title varchar(255),
      url text not null,
      metadata jsonb not null default '{}',
      ${audit}
    )`.execute(db)
  await sql`
    create unique index module_links_url_key
      on module_links (module_id, md5(url)) where deleted_at is null`.execute(db)
}

/** A user's display settings for the items of a module. */
async function userProperties(db: Kysely<unknown>) {
  await sql`
    create table module_user_properties (
      id uuid primary key default gen_random_uuid(),
      ${ofModule},
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
    create unique index module_user_properties_user_key
      on module_user_properties (module_id, user_id) where deleted_at is null`.execute(db)
}
