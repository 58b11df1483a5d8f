import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

export async function up(db: Kysely<unknown>) {
  await people(db)
  await places(db)
  await workItems(db)
  await plumbing(db)
}

async function people(db: Kysely<unknown>) {
  await sql`
    create table users (
      id uuid primary key default gen_random_uuid(),
      username varchar(128) not null unique,
      email varchar(255) not null unique,
      -- A column of its own, named so that no general select reads it.
      password_hash text not null,
      first_name varchar(255) not null default '',
      last_name varchar(255) not null default '',
      display_name varchar(255) not null,
      avatar text not null default '',
      cover_image varchar(800),
      user_timezone varchar(255) not null default 'UTC',
      is_active boolean not null default true,
      is_bot boolean not null default false,
      is_email_verified boolean not null default false,
      is_password_autoset boolean not null default false,
      last_login_medium varchar(20) not null default 'email',
      last_login_time timestamptz,
      last_login_ip text not null default '',
      date_joined timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)

  await sql`
    create table profiles (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null unique references users (id) on delete cascade,
      theme jsonb not null default '{}',
      is_tour_completed boolean not null default false,
      onboarding_step jsonb not null default
        '{"profile_complete":false,"workspace_create":false,"workspace_invite":false,"workspace_join":false}',
      is_onboarded boolean not null default false,
      last_workspace_id uuid,
      company_name varchar(255) not null default '',
      language varchar(255) not null default 'en',
      start_of_the_week smallint not null default 0 check (start_of_the_week between 0 and 6),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)

  await sql`
    create table sessions (
      -- SHA-256 of the cookie's value: a stolen table opens nothing.
      token_hash bytea primary key,
      kind varchar(5) not null check (kind in ('app', 'admin')),
      user_id uuid not null references users (id) on delete cascade,
      user_agent text not null default '',
      ip_address text not null default '',
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index sessions_user_idx on sessions (user_id)`.execute(db)
  await sql`create index sessions_expiry_idx on sessions (expires_at)`.execute(db)

  // One row: `singleton` can hold true once.
  await sql`
    create table instances (
      id uuid primary key default gen_random_uuid(),
      singleton boolean not null default true unique check (singleton),
      instance_id varchar(24) not null default encode(substr(decode(md5(gen_random_uuid()::text), 'hex'), 1, 12), 'hex'),
      instance_name varchar(255) not null default '',
      current_version varchar(50) not null default '',
      domain text not null default '',
      namespace varchar(255),
      whitelist_emails text,
      is_telemetry_enabled boolean not null default false,
      is_support_required boolean not null default false,
      is_setup_done boolean not null default false,
      is_signup_screen_visited boolean not null default false,
      last_checked_at timestamptz not null default now(),
      ${audit}
    )`.execute(db)
  await sql`insert into instances default values`.execute(db)

  await sql`
    create table instance_settings (
      key varchar(100) primary key,
      value text not null,
      updated_at timestamptz not null default now()
    )`.execute(db)

  await sql`
    create table instance_admins (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null unique references users (id) on delete cascade,
      role smallint not null default 20,
      created_at timestamptz not null default now()
    )`.execute(db)
}

async function places(db: Kysely<unknown>) {
  await sql`
    create table workspaces (
      id uuid primary key default gen_random_uuid(),
      name varchar(80) not null,
      slug varchar(120) not null,
      logo text,
      owner_id uuid not null references users (id),
      organization_size varchar(20),
      timezone varchar(255) not null default 'UTC',
      ${audit}
    )`.execute(db)
  await sql`
    create unique index workspaces_slug_key on workspaces (lower(slug))`.execute(db)

  await sql`
    create table workspace_members (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      role smallint not null check (role in (5, 15, 20)),
      is_active boolean not null default true,
      ${audit}
    )`.execute(db)
  await sql`
    create unique index workspace_members_user_key
      on workspace_members (workspace_id, user_id) where deleted_at is null`.execute(db)
  await sql`create index workspace_members_user_idx on workspace_members (user_id)`.execute(db)

  await sql`
    create table projects (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name varchar(255) not null,
      identifier varchar(12) not null check (identifier <> ''),
      description text not null default '',
      network smallint not null default 2 check (network in (0, 2)),
      default_assignee_id uuid references users (id) on delete set null,
      project_lead_id uuid references users (id) on delete set null,
      logo_props jsonb not null default '{}',
      module_view boolean not null default true,
      cycle_view boolean not null default true,
      issue_views_view boolean not null default true,
      page_view boolean not null default true,
      intake_view boolean not null default false,
      guest_view_all_features boolean not null default false,
      archived_at timestamptz,
      timezone varchar(255) not null default 'UTC',
      ${audit}
    )`.execute(db)
  await sql`
    create unique index projects_identifier_key
      on projects (workspace_id, identifier) where deleted_at is null`.execute(db)
  await sql`
    create unique index projects_name_key
      on projects (workspace_id, name) where deleted_at is null`.execute(db)

  await sql`
    create table project_members (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      role smallint not null check (role in (5, 15, 20)),
      is_active boolean not null default true,
      sort_order double precision not null default 65535,
      ${audit}
    )`.execute(db)
  await sql`
    create unique index project_members_user_key
      on project_members (project_id, user_id) where deleted_at is null`.execute(db)
  await sql`
    create index project_members_of_user_idx on project_members (user_id, workspace_id)`.execute(db)

  await sql`
    create table states (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      name varchar(255) not null,
      description text not null default '',
      color varchar(255) not null,
      sequence double precision not null default 65535,
      "group" varchar(20) not null default 'backlog' check ("group" in
        ('backlog', 'unstarted', 'started', 'completed', 'cancelled', 'triage')),
      "default" boolean not null default false,
      ${audit}
    )`.execute(db)
  await sql`
    create unique index states_name_key on states (project_id, name) where deleted_at is null`.execute(
    db,
  )
  await sql`
    create unique index states_default_key
      on states (project_id) where "default" and deleted_at is null`.execute(db)

  await sql`
    create table labels (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      parent_id uuid references labels (id) on delete set null,
      name varchar(255) not null,
      color varchar(255) not null default '',
      sort_order double precision not null default 65535,
      ${audit}
    )`.execute(db)
  await sql`
    create unique index labels_name_key on labels (project_id, name) where deleted_at is null`.execute(
    db,
  )
}

async function workItems(db: Kysely<unknown>) {
  await sql`
    create table work_items (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      sequence_id integer not null,
      name varchar(255) not null,
      description_html text not null default '<p></p>',
      description_stripped text,
      priority varchar(10) not null default 'none'
        check (priority in ('urgent', 'high', 'medium', 'low', 'none')),
      state_id uuid not null references states (id),
      parent_id uuid references work_items (id) on delete set null,
      start_date date,
      target_date date,
      sort_order double precision not null default 65535,
      completed_at timestamptz,
      archived_at date,
      is_draft boolean not null default false,
      check (start_date is null or target_date is null or start_date <= target_date),
      ${audit}
    )`.execute(db)
  // Includes deleted rows: a number is never reused.
  await sql`
    create unique index work_items_sequence_key on work_items (project_id, sequence_id)`.execute(db)
  await sql`
    create index work_items_newest_idx on work_items (project_id, created_at desc, id desc)
      where deleted_at is null and archived_at is null and not is_draft`.execute(db)
  await sql`
    create index work_items_manual_idx
      on work_items (project_id, state_id, sort_order, created_at desc, id desc)
      where deleted_at is null and archived_at is null and not is_draft`.execute(db)
  await sql`
    create index work_items_newest_in_state_idx
      on work_items (project_id, state_id, created_at desc, id desc)
      where deleted_at is null and archived_at is null and not is_draft`.execute(db)
  await sql`
    create index work_items_author_idx on work_items (project_id, created_by, created_at desc, id desc)
      where deleted_at is null and archived_at is null and not is_draft`.execute(db)
  await sql`
    create index work_items_parent_idx on work_items (parent_id) where parent_id is not null`.execute(
    db,
  )
  await sql`create index work_items_state_idx on work_items (state_id)`.execute(db)

  // The row is locked by the update that takes a number, so two creates never share one.
  await sql`
    create table work_item_numbers (
      project_id uuid primary key references projects (id) on delete cascade,
      last_number integer not null default 0
    )`.execute(db)

  await sql`
    create table work_item_assignees (
      work_item_id uuid not null references work_items (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      primary key (work_item_id, user_id)
    )`.execute(db)
  await sql`
    create index work_item_assignees_user_idx on work_item_assignees (user_id, work_item_id)`.execute(
    db,
  )
  await sql`
    create table work_item_labels (
      work_item_id uuid not null references work_items (id) on delete cascade,
      label_id uuid not null references labels (id) on delete cascade,
      primary key (work_item_id, label_id)
    )`.execute(db)
  await sql`
    create index work_item_labels_label_idx on work_item_labels (label_id, work_item_id)`.execute(
    db,
  )

  await sql`
    create table activities (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      work_item_id uuid references work_items (id) on delete set null,
      actor_id uuid references users (id) on delete set null,
      verb varchar(255) not null default 'created',
      field varchar(255),
      old_value text,
      new_value text,
      old_identifier uuid,
      new_identifier uuid,
      comment text not null default '',
      epoch double precision,
      -- Not the transaction's beginning: whoever waited for a lock acted after whom they waited for.
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db)
  await sql`
    create index activities_work_item_idx on activities (work_item_id, created_at)`.execute(db)

  await counts(db)
}

/**
 * The number of visible items per state, so that a list never counts a project. Every change
 * appends a difference instead of updating one hot row, so writers do not wait for each other; a
 * job merges the differences.
 */
async function counts(db: Kysely<unknown>) {
  await sql`
    create table work_item_counts (
      id bigint generated always as identity primary key,
      project_id uuid not null references projects (id) on delete cascade,
      state_id uuid not null,
      visible integer not null
    )`.execute(db)
  await sql`
    create index work_item_counts_idx on work_item_counts (project_id, state_id) include (visible)`.execute(
    db,
  )
  await sql`
    create function is_listed(deleted_at timestamptz, archived_at date, is_draft boolean)
      returns integer language sql immutable
      return case when deleted_at is null and archived_at is null and not is_draft then 1 else 0 end`.execute(
    db,
  )
  await sql`
    create function count_inserted_work_items() returns trigger language plpgsql as $$
    begin
      insert into work_item_counts (project_id, state_id, visible)
        select project_id, state_id, sum(is_listed(deleted_at, archived_at, is_draft))
        from added group by project_id, state_id
        having sum(is_listed(deleted_at, archived_at, is_draft)) <> 0;
      return null;
    end $$`.execute(db)
  await sql`
    create function count_updated_work_items() returns trigger language plpgsql as $$
    begin
      insert into work_item_counts (project_id, state_id, visible)
        select project_id, state_id, sum(difference) from (
          select project_id, state_id, is_listed(deleted_at, archived_at, is_draft) as difference
            from changed
          union all
          select project_id, state_id, -is_listed(deleted_at, archived_at, is_draft) from former
        ) as differences
        group by project_id, state_id having sum(difference) <> 0;
      return null;
    end $$`.execute(db)
  await sql`
    create function count_deleted_work_items() returns trigger language plpgsql as $$
    begin
      insert into work_item_counts (project_id, state_id, visible)
        select former.project_id, former.state_id,
          -sum(is_listed(former.deleted_at, former.archived_at, former.is_draft))
        from former
        -- A deleted project takes its counts with it.
        join projects on projects.id = former.project_id
        group by former.project_id, former.state_id
        having sum(is_listed(former.deleted_at, former.archived_at, former.is_draft)) <> 0;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger work_items_inserted after insert on work_items
      referencing new table as added
      for each statement execute function count_inserted_work_items()`.execute(db)
  await sql`
    create trigger work_items_updated after update on work_items
      referencing old table as former new table as changed
      for each statement execute function count_updated_work_items()`.execute(db)
  await sql`
    create trigger work_items_deleted after delete on work_items
      referencing old table as former
      for each statement execute function count_deleted_work_items()`.execute(db)
}

async function plumbing(db: Kysely<unknown>) {
  // Read in the order of (xid, id) and only below the oldest running transaction: identity values
  // are assigned before commit, so a reader that remembers the last one would skip late commits.
  await sql`
    create table events (
      id bigint generated always as identity,
      xid xid8 not null default pg_current_xact_id(),
      type varchar(100) not null,
      workspace_id uuid,
      project_id uuid,
      author_id uuid,
      to_users uuid[],
      payload jsonb not null,
      created_at timestamptz not null default now(),
      primary key (xid, id)
    )`.execute(db)
  await sql`create index events_age_idx on events (created_at)`.execute(db)

  await sql`
    create table mails (
      id uuid primary key default gen_random_uuid(),
      to_address text not null,
      subject text not null,
      text text not null,
      html text not null default '',
      status varchar(10) not null default 'queued'
        check (status in ('queued', 'sent', 'kept', 'failed')),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      last_error text,
      sent_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create index mails_due_idx on mails (next_attempt_at) where status = 'queued'`.execute(db)

  await sql`
    create unlogged table throttles (
      key text primary key,
      count integer not null,
      ends_at timestamptz not null
    )`.execute(db)
}
