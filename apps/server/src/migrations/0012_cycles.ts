import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

export async function up(db: Kysely<unknown>) {
  await counts(db)
  await days(db)
  await properties(db)
  // A cycle's lists are read like a project's: the newest first, or by state.
  for (const [name, columns] of Object.entries({
    newest_in_state: 'state_id, created_at desc, id desc',
    manual_in_state: 'state_id, sort_order, created_at desc, id desc',
  })) {
    await sql`
      create index ${sql.raw(`work_items_cycle_${name}_idx`)}
        on work_items (cycle_id, ${sql.raw(columns)})
        where is_listed and cycle_id is not null`.execute(db)
  }
  await sql`
    create index work_items_cycle_children_idx on work_items (cycle_id)
      where is_listed and cycle_id is not null and parent_id is not null`.execute(db)
}

/**
 * The number of items in a cycle, by every column its statistics use: each change appends a
 * difference, a job merges them. Estimate values are looked up at each read.
 */
async function counts(db: Kysely<unknown>) {
  await sql`
    create table cycle_counts (
      id bigint generated always as identity primary key,
      cycle_id uuid not null,
      state_id uuid not null,
      priority varchar(10) not null,
      estimate_point uuid,
      visible integer not null
    )`.execute(db)
  await sql`
    create index cycle_counts_idx
      on cycle_counts (cycle_id, state_id, priority, estimate_point) include (visible)`.execute(db)
  await sql`
    insert into cycle_counts (cycle_id, state_id, priority, estimate_point, visible)
      select cycle_id, state_id, priority, estimate_point, count(*) from work_items
      where is_listed and cycle_id is not null
      group by cycle_id, state_id, priority, estimate_point`.execute(db)
  await sql`
    create or replace function count_inserted_work_items() returns trigger language plpgsql as $$
    begin
      insert into work_item_counts (project_id, state_id, priority, visible)
        select project_id, state_id, priority, count(*) from added where is_listed
        group by project_id, state_id, priority;
      insert into cycle_counts (cycle_id, state_id, priority, estimate_point, visible)
        select cycle_id, state_id, priority, estimate_point, count(*) from added
        where is_listed and cycle_id is not null
        group by cycle_id, state_id, priority, estimate_point;
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
      insert into cycle_counts (cycle_id, state_id, priority, estimate_point, visible)
        select cycle_id, state_id, priority, estimate_point, sum(difference) from (
          select cycle_id, state_id, priority, estimate_point, 1 as difference from changed
            where is_listed and cycle_id is not null
          union all
          select cycle_id, state_id, priority, estimate_point, -1 from former
            where is_listed and cycle_id is not null
        ) as differences
        group by cycle_id, state_id, priority, estimate_point having sum(difference) <> 0;
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
      insert into cycle_counts (cycle_id, state_id, priority, estimate_point, visible)
        select cycle_id, state_id, priority, estimate_point, -count(*) from former
        where is_listed and cycle_id is not null
        group by cycle_id, state_id, priority, estimate_point;
      return null;
    end $$`.execute(db)
}

/** The progress of a cycle at the end of each day. */
async function days(db: Kysely<unknown>) {
  await sql`
    create table cycle_days (
      cycle_id uuid not null references cycles (id) on delete cascade,
      day date not null,
      counts jsonb not null,
      primary key (cycle_id, day)
    )`.execute(db)
}

async function properties(db: Kysely<unknown>) {
  await sql`
    create table cycle_user_properties (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      cycle_id uuid not null references cycles (id) on delete cascade,
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
    create unique index cycle_user_properties_key
      on cycle_user_properties (cycle_id, user_id) where deleted_at is null`.execute(db)
}
