import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

export async function up(db: Kysely<unknown>) {
  await drafts(db)
  await names(db)
  await linkCrawls(db)
  await epicProperties(db)
}

/** An unfinished work item of a user. The rows it refers to are looked up at each read. */
async function drafts(db: Kysely<unknown>) {
  await sql`
    create table drafts (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid references projects (id) on delete set null,
      name varchar(255),
      description_html text not null default '<p></p>',
      description_stripped text,
      description jsonb not null default '{}',
      description_binary bytea,
      priority varchar(10) not null default 'none'
        check (priority in ('urgent', 'high', 'medium', 'low', 'none')),
      state_id uuid references states (id) on delete set null,
      parent_id uuid references work_items (id) on delete set null,
      estimate_point uuid references estimate_points (id) on delete set null,
      type_id uuid references work_item_types (id) on delete set null,
      cycle_id uuid references cycles (id) on delete set null,
      module_ids uuid[] not null default '{}',
      label_ids uuid[] not null default '{}',
      assignee_ids uuid[] not null default '{}',
      start_date date,
      target_date date,
      sort_order double precision not null default 65535,
      external_source varchar(255),
      external_id varchar(255),
      check (start_date <= target_date),
      ${audit}
    )`.execute(db)
  await sql`
    create index drafts_author_idx on drafts (workspace_id, created_by, created_at desc, id desc)
      where deleted_at is null`.execute(db)
  await sql`create index drafts_project_idx on drafts (project_id)`.execute(db)
  await sql`
    alter table assets add constraint assets_draft_issue_id_fkey
      foreign key (draft_issue_id) references drafts (id) on delete set null`.execute(db)
  await sql`
    create index assets_draft_idx on assets (draft_issue_id)
      where draft_issue_id is not null`.execute(db)
}

/**
 * Item names in lower case, for search. In a separate table, because a trigram index on the items
 * would be rewritten with every change of another column.
 */
async function names(db: Kysely<unknown>) {
  await sql`
    create table work_item_names (
      work_item_id uuid primary key references work_items (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      name text collate "C" not null
    )`.execute(db)
  await sql`
    insert into work_item_names (work_item_id, project_id, name)
      select id, project_id, lower(name) from work_items`.execute(db)
  // Includes the names: those of a project are read at once.
  await sql`
    create index work_item_names_project_idx
      on work_item_names (project_id) include (work_item_id, name)`.execute(db)
  // Some databases have no trigram extension, or let only their operator add it: there names are
  // searched project by project, and only equal names count as similar.
  await sql`
    do $$ begin
      begin
        create extension if not exists pg_trgm;
        create index work_item_names_parts_idx on work_item_names using gin (name gin_trgm_ops);
      exception when insufficient_privilege or undefined_file or feature_not_supported
        or undefined_object then
        raise notice 'no trigrams here: names are searched without an index of their parts';
      end;
      create index work_item_names_same_idx on work_item_names (name, project_id);
    end $$`.execute(db)
  await sql`
    create function keep_work_item_names() returns trigger language plpgsql as $$
    begin
      insert into work_item_names (work_item_id, project_id, name)
        select id, project_id, lower(name) from added;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger work_items_named after insert on work_items
      referencing new table as added
      for each statement execute function keep_work_item_names()`.execute(db)
  await sql`
    create function keep_work_item_name() returns trigger language plpgsql as $$
    begin
      update work_item_names set name = lower(new.name) where work_item_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger work_items_renamed after update of name on work_items
      for each row when (old.name is distinct from new.name)
      execute function keep_work_item_name()`.execute(db)
}

/** Links whose pages are not fetched yet, or are being fetched until `due_at`. */
async function linkCrawls(db: Kysely<unknown>) {
  await sql`
    create table link_crawls (
      link_id uuid primary key references work_item_links (id) on delete cascade,
      due_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index link_crawls_due_idx on link_crawls (due_at)`.execute(db)
}

/** Epics have separate list settings. */
async function epicProperties(db: Kysely<unknown>) {
  await sql`
    alter table project_user_properties
      add column of_epics boolean not null default false`.execute(db)
  await sql`drop index project_user_properties_user_key`.execute(db)
  await sql`
    create unique index project_user_properties_user_key
      on project_user_properties (project_id, user_id, of_epics) where deleted_at is null`.execute(
    db,
  )
}
