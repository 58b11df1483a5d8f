import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

const inProject = sql`
  workspace_id uuid not null references workspaces (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade`

const ofItem = sql`
  work_item_id uuid not null references work_items (id) on delete cascade`

export async function up(db: Kysely<unknown>) {
  await types(db)
  await planning(db)
  await items(db)
  await counts(db)
  await attached(db)
}

async function types(db: Kysely<unknown>) {
  await sql`
    create table work_item_types (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name varchar(255) not null,
      description text not null default '',
      logo_props jsonb not null default '{}',
      is_epic boolean not null default false,
      is_default boolean not null default false,
      is_active boolean not null default true,
      level double precision not null default 0,
      external_source varchar(255),
      external_id varchar(255),
      ${audit}
    )`.execute(db)
  await sql`
    create unique index work_item_types_epic_key
      on work_item_types (workspace_id) where is_epic and deleted_at is null`.execute(db)
}

/**
 * Cycles, modules and estimates of items. Their features write them; lists read and sort by them.
 */
async function planning(db: Kysely<unknown>) {
  await sql`
    create table cycles (
      id uuid primary key default gen_random_uuid(),
      ${inProject},
      name varchar(255) not null,
      description text not null default '',
      start_date timestamptz,
      end_date timestamptz,
      owned_by_id uuid references users (id) on delete set null,
      view_props jsonb not null default '{}',
      sort_order double precision not null default 65535,
      progress_snapshot jsonb not null default '{}',
      logo_props jsonb not null default '{}',
      timezone varchar(255) not null default 'UTC',
      version integer not null default 1,
      archived_at timestamptz,
      external_source varchar(255),
      external_id varchar(255),
      check ((start_date is null) = (end_date is null)),
      check (start_date <= end_date),
      ${audit}
    )`.execute(db)
  await sql`
    create index cycles_project_idx on cycles (project_id, created_at desc)
      where deleted_at is null`.execute(db)

  await sql`
    create table modules (
      id uuid primary key default gen_random_uuid(),
      ${inProject},
      name varchar(255) not null,
      description text not null default '',
      description_text jsonb,
      description_html jsonb,
      start_date date,
      target_date date,
      status varchar(20) not null default 'backlog' check (status in
        ('backlog', 'planned', 'in-progress', 'paused', 'completed', 'cancelled')),
      lead_id uuid references users (id) on delete set null,
      view_props jsonb not null default '{}',
      sort_order double precision not null default 65535,
      logo_props jsonb not null default '{}',
      archived_at timestamptz,
      external_source varchar(255),
      external_id varchar(255),
      check (start_date <= target_date),
      ${audit}
    )`.execute(db)
  await sql`
    create unique index modules_name_key
      on modules (project_id, name) where deleted_at is null`.execute(db)

  await sql`
    create table estimates (
      id uuid primary key default gen_random_uuid(),
      ${inProject},
      name varchar(255) not null,
      description text not null default '',
      type varchar(20) not null default 'categories'
        check (type in ('points', 'categories', 'time')),
      last_used boolean not null default false,
      ${audit}
    )`.execute(db)
  await sql`
    create unique index estimates_name_key
      on estimates (project_id, name) where deleted_at is null`.execute(db)
  await sql`
    create unique index estimates_last_used_key
      on estimates (project_id) where last_used and deleted_at is null`.execute(db)
  await sql`
    create table estimate_points (
      id uuid primary key default gen_random_uuid(),
      ${inProject},
      estimate_id uuid not null references estimates (id) on delete cascade,
      key integer not null default 0 check (key between 0 and 12),
      value varchar(20) not null,
      description text not null default '',
      ${audit}
    )`.execute(db)
  await sql`create index estimate_points_estimate_idx on estimate_points (estimate_id)`.execute(db)
  await sql`
    alter table projects
      add column estimate_id uuid references estimates (id) on delete set null`.execute(db)
}

async function items(db: Kysely<unknown>) {
  await sql`
    alter table work_items
      add column cycle_id uuid references cycles (id) on delete set null,
      add column estimate_point uuid references estimate_points (id) on delete set null,
      add column type_id uuid references work_item_types (id) on delete set null,
      add column is_epic boolean not null default false,
      -- Kept by the calls that add and remove them, which change the item anyway.
      add column link_count integer not null default 0,
      add column attachment_count integer not null default 0,
      -- In intake and not accepted: it sits in the project's triage state.
      add column in_triage boolean not null default false,
      add column description jsonb not null default '{}',
      add column description_binary bytea,
      add column external_source varchar(255),
      add column external_id varchar(255)`.execute(db)
  await sql`
    update work_items set in_triage = true
    where state_id in (select id from states where "group" = 'triage')`.execute(db)
  // Defines once which items lists show; the partial indexes below use the same column.
  await sql`
    alter table work_items add column is_listed boolean not null generated always as (
      deleted_at is null and archived_at is null and not is_draft and not in_triage and not is_epic
    ) stored`.execute(db)
  await sql`
    drop index work_items_newest_idx, work_items_manual_idx, work_items_newest_in_state_idx,
      work_items_author_idx`.execute(db)
  const listed = {
    newest: 'created_at desc, id desc',
    manual: 'sort_order, created_at desc, id desc',
    changed: 'updated_at, id',
    newest_in_state: 'state_id, created_at desc, id desc',
    manual_in_state: 'state_id, sort_order, created_at desc, id desc',
    priority: 'priority, created_at desc, id desc',
    author: 'created_by, created_at desc, id desc',
    start: 'start_date, created_at desc, id desc',
    due: 'target_date, created_at desc, id desc',
  }
  for (const [name, columns] of Object.entries(listed)) {
    await sql`
      create index ${sql.raw(`work_items_${name}_idx`)}
        on work_items (project_id, ${sql.raw(columns)}) where is_listed`.execute(db)
  }
  await sql`
    create index work_items_cycle_idx on work_items (cycle_id, created_at desc, id desc)
      where cycle_id is not null`.execute(db)
  await sql`
    create index work_items_archived_idx on work_items (project_id, created_at desc, id desc)
      where archived_at is not null and deleted_at is null`.execute(db)
  await sql`
    create index work_items_epics_idx on work_items (project_id, created_at desc, id desc)
      where is_epic and deleted_at is null`.execute(db)
  // Clients with a copy ask what was removed since their last sync.
  await sql`
    create index work_items_gone_idx on work_items (project_id, updated_at)
      where deleted_at is not null or archived_at is not null`.execute(db)

  // Users who left the project and archived modules are hidden, not unlinked: they may come back.
  await sql`
    alter table work_item_assignees add column is_live boolean not null default true`.execute(db)
  await sql`
    create table module_items (
      module_id uuid not null references modules (id) on delete cascade,
      ${ofItem},
      is_live boolean not null default true,
      primary key (work_item_id, module_id)
    )`.execute(db)
  await sql`create index module_items_module_idx on module_items (module_id, work_item_id)`.execute(
    db,
  )
}

/** The stored counts, now by state and priority, of items where `is_listed` is true. */
async function counts(db: Kysely<unknown>) {
  await sql`truncate work_item_counts`.execute(db)
  await sql`
    alter table work_item_counts add column priority varchar(10) not null default 'none'`.execute(
    db,
  )
  await sql`drop index work_item_counts_idx`.execute(db)
  await sql`
    create index work_item_counts_idx
      on work_item_counts (project_id, state_id, priority) include (visible)`.execute(db)
  await sql`
    insert into work_item_counts (project_id, state_id, priority, visible)
      select project_id, state_id, priority, count(*) from work_items where is_listed
      group by project_id, state_id, priority`.execute(db)
  await sql`
    create or replace function count_inserted_work_items() returns trigger language plpgsql as $$
    begin
      insert into work_item_counts (project_id, state_id, priority, visible)
        select project_id, state_id, priority, count(*) from added where is_listed
        group by project_id, state_id, priority;
      return null;
    end $$`.execute(db)
  await sql`
    create or replace function count_updated_work_items() returns trigger language plpgsql as $$
    begin
      insert into work_item_counts (project_id, state_id, priority, visible)
        select project_id, state_id, priority, sum(difference) from (
          select project_id, state_id, priority, 1 as difference from changed where is_listed
          union all
          select project_id, state_id, priority, -1 from former where is_listed
        ) as differences
        group by project_id, state_id, priority having sum(difference) <> 0;
      return null;
    end $$`.execute(db)
  await sql`
    create or replace function count_deleted_work_items() returns trigger language plpgsql as $$
    begin
      insert into work_item_counts (project_id, state_id, priority, visible)
        select former.project_id, former.state_id, former.priority, -count(*)
        from former
        -- A deleted project takes its counts with it.
        join projects on projects.id = former.project_id
        where former.is_listed
        group by former.project_id, former.state_id, former.priority;
      return null;
    end $$`.execute(db)
  await sql`drop function is_listed(timestamptz, date, boolean)`.execute(db)
}

/** Rows that belong to an item. */
async function attached(db: Kysely<unknown>) {
  await sql`
    create table work_item_mentions (
      ${ofItem},
      user_id uuid not null references users (id) on delete cascade,
      primary key (work_item_id, user_id)
    )`.execute(db)
  await sql`create index work_item_mentions_user_idx on work_item_mentions (user_id)`.execute(db)
  await sql`
    create table work_item_subscribers (
      id uuid not null unique default gen_random_uuid(),
      ${ofItem},
      user_id uuid not null references users (id) on delete cascade,
      created_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      primary key (work_item_id, user_id)
    )`.execute(db)
  await sql`
    create index work_item_subscribers_user_idx
      on work_item_subscribers (user_id, work_item_id)`.execute(db)

  await sql`
    create table work_item_links (
      id uuid primary key default gen_random_uuid(),
      ${inProject},
      ${ofItem},
      title varchar(255),
      url text not null,
      metadata jsonb not null default '{}',
      ${audit}
    )`.execute(db)
  await sql`
    create unique index work_item_links_url_key
      on work_item_links (work_item_id, md5(url)) where deleted_at is null`.execute(db)

  await sql`
    create table comments (
      id uuid primary key default gen_random_uuid(),
      ${inProject},
      ${ofItem},
      actor_id uuid references users (id) on delete set null,
      comment_html text not null default '<p></p>',
      comment_stripped text not null default '',
      comment_json jsonb not null default '{}',
      attachments jsonb not null default '[]',
      access varchar(20) not null default 'INTERNAL' check (access in ('INTERNAL', 'EXTERNAL')),
      edited_at timestamptz,
      external_source varchar(255),
      external_id varchar(255),
      ${audit}
    )`.execute(db)
  await sql`create index comments_item_idx on comments (work_item_id, created_at)`.execute(db)

  for (const [table, column, parent] of [
    ['work_item_reactions', 'work_item_id', 'work_items'],
    ['comment_reactions', 'comment_id', 'comments'],
  ] as const) {
    await sql`
      create table ${sql.table(table)} (
        id uuid primary key default gen_random_uuid(),
        ${inProject},
        ${sql.ref(column)} uuid not null references ${sql.table(parent)} (id) on delete cascade,
        actor_id uuid not null references users (id) on delete cascade,
        reaction varchar(20) not null,
        ${audit}
      )`.execute(db)
    await sql`
      create unique index ${sql.ref(`${table}_key`)}
        on ${sql.table(table)} (${sql.ref(column)}, actor_id, reaction)
        where deleted_at is null`.execute(db)
  }

  await sql`
    create table description_versions (
      id uuid primary key default gen_random_uuid(),
      ${inProject},
      ${ofItem},
      owned_by uuid references users (id) on delete set null,
      last_saved_at timestamptz not null default now(),
      description_html text not null default '<p></p>',
      description_stripped text,
      description_json jsonb not null default '{}',
      description_binary bytea,
      ${audit}
    )`.execute(db)
  await sql`
    create index description_versions_item_idx
      on description_versions (work_item_id, last_saved_at desc)`.execute(db)

  await history(db)
  await sql`
    create table work_item_relations (
      id uuid primary key default gen_random_uuid(),
      ${inProject},
      ${ofItem},
      related_id uuid not null references work_items (id) on delete cascade,
      type varchar(20) not null check (type in
        ('blocked_by', 'relates_to', 'duplicate', 'start_before', 'finish_before')),
      check (work_item_id <> related_id),
      ${audit}
    )`.execute(db)
  // One relation between two items, in either direction.
  await sql`
    create unique index work_item_relations_key on work_item_relations
      (least(work_item_id, related_id), greatest(work_item_id, related_id))
      where deleted_at is null`.execute(db)
  await sql`
    create index work_item_relations_source_idx on work_item_relations (work_item_id)`.execute(db)
  await sql`
    create index work_item_relations_target_idx on work_item_relations (related_id)`.execute(db)
  await assignments(db)
}

/**
 * A user who leaves a project is hidden as assignee of its items, and shown again after rejoining.
 * This updates the items, so that clients sync their copies.
 */
async function assignments(db: Kysely<unknown>) {
  await sql`
    create function follow_project_membership() returns trigger language plpgsql as $$
    declare live boolean := new.is_active and new.deleted_at is null;
    begin
      with turned as (
        update work_item_assignees a set is_live = live from work_items i
        where i.id = a.work_item_id and i.project_id = new.project_id
          and a.user_id = new.user_id and a.is_live <> live
        returning a.work_item_id
      )
      update work_items i
        set updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 microsecond')
        from turned where i.id = turned.work_item_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger project_members_followed
      after insert or update of is_active, deleted_at on project_members
      for each row execute function follow_project_membership()`.execute(db)
  await sql`
    update work_item_assignees a set is_live = false from work_items i
    where i.id = a.work_item_id and not exists (
      select from project_members pm where pm.project_id = i.project_id
        and pm.user_id = a.user_id and pm.is_active and pm.deleted_at is null
    )`.execute(db)
}

/** Each activity notifies once: a worker takes those not handled yet. */
async function history(db: Kysely<unknown>) {
  await sql`
    alter table activities
      add column comment_id uuid references comments (id) on delete set null,
      -- What already stands in the history is old news.
      add column is_told boolean not null default true`.execute(db)
  await sql`alter table activities alter column is_told set default false`.execute(db)
  await sql`create index activities_untold_idx on activities (created_at) where not is_told`.execute(
    db,
  )

  await sql`
    create table notifications (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid references projects (id) on delete cascade,
      entity_name varchar(255) not null,
      entity_identifier uuid,
      receiver_id uuid not null references users (id) on delete cascade,
      triggered_by_id uuid references users (id) on delete set null,
      sender varchar(255) not null,
      title text not null default '',
      message jsonb,
      data jsonb not null default '{}',
      read_at timestamptz,
      snoozed_till timestamptz,
      archived_at timestamptz,
      ${audit}
    )`.execute(db)
  await sql`
    create index notifications_receiver_idx
      on notifications (receiver_id, workspace_id, created_at desc)`.execute(db)
  await sql`
    create index notifications_entity_idx on notifications (entity_identifier)`.execute(db)
}
