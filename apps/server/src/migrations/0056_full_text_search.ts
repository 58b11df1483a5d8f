import { type Kysely, sql } from 'kysely'

/**
 * A word index next to the tables. A write only marks the changed row; a job indexes its words a
 * moment later, so no request waits for it.
 */
export async function up(db: Kysely<unknown>) {
  await tables(db)
  await notes(db)
}

async function tables(db: Kysely<unknown>) {
  // `terms` holds the words of a row and, with a prefix, what else it is found by: ^word of its
  // name, =kind, #segment of its position. `readers` are the projects, users or the workspace that
  // may find it; access is checked in the row's table each time.
  await sql`
    create table search_documents (
      kind text not null,
      entity_id uuid not null,
      workspace_id uuid not null,
      position bigint not null,
      terms text[] collate "C" not null,
      readers uuid[] not null,
      primary key (kind, entity_id)
    )`.execute(db)
  // New entries go to a pending list that every search has to read: the job flushes it.
  await sql`
    create index search_documents_terms_idx on search_documents
      using gin (terms, readers)`.execute(db)
  // The latest change has the highest position.
  await sql`create sequence search_positions`.execute(db)

  // Every word of a workspace, the number of rows and names it is in, and its variants with one
  // letter left out: words that differ by one typo share a variant.
  await sql`
    create table search_words (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      word text collate "C" not null,
      documents integer not null,
      names integer not null,
      near text[] collate "C" not null,
      primary key (workspace_id, word)
    )`.execute(db)
  await sql`
    create index search_words_near_idx on search_words using gin (near)
      with (fastupdate = off)`.execute(db)

  await sql`
    create table search_changes (
      id bigint generated always as identity primary key,
      kind text not null,
      entity_id uuid not null
    )`.execute(db)
  // Rows older than the index, newest first. The job fills it at its first run.
  await sql`
    create table search_backlog (
      number bigint primary key,
      kind text not null,
      entity_id uuid not null
    )`.execute(db)
  await sql`
    create table search_progress (
      is_only boolean primary key default true check (is_only),
      is_backlog_listed boolean not null default false,
      oldest_position bigint not null default 0
    )`.execute(db)
  await sql`insert into search_progress default values`.execute(db)
}

/** Columns that are searched or decide where a row is found. */
const watched = [
  ['comments', 'comment', ['comment_stripped', 'project_id']],
  ['pages', 'page', ['name', 'description_stripped', 'owned_by']],
  ['cycles', 'cycle', ['name', 'description']],
  ['modules', 'module', ['name', 'description']],
  ['views', 'view', ['name', 'description', 'project_id', 'owned_by']],
  ['labels', 'label', ['name', 'project_id']],
  ['projects', 'project', ['name', 'identifier', 'description']],
  ['workspace_members', 'person', ['user_id']],
] as const

async function notes(db: Kysely<unknown>) {
  await sql`
    create function note_search_change() returns trigger language plpgsql as $$
    begin
      insert into search_changes (kind, entity_id) values (tg_argv[0], new.id);
      return null;
    end $$`.execute(db)
  await sql`
    create function note_search_removal() returns trigger language plpgsql as $$
    begin
      insert into search_changes (kind, entity_id) select tg_argv[0], id from removed;
      return null;
    end $$`.execute(db)
  for (const [table, kind, columns] of watched) {
    await sql`
      create trigger ${sql.ref(`${table}_search_added`)} after insert on ${sql.table(table)}
        for each row execute function note_search_change(${sql.lit(kind)})`.execute(db)
    await noteChanges(db, table, kind, columns)
  }
  // A statement in the existing trigger costs less than another trigger.
  await sql`
    create or replace function keep_work_item_names() returns trigger language plpgsql as $$
    begin
      insert into work_item_names (work_item_id, project_id, name)
        select id, project_id, lower(name) from added;
      insert into search_changes (kind, entity_id) select 'work_item', id from added;
      return null;
    end $$`.execute(db)
  const columns = ['name', 'description_stripped', 'project_id', 'created_by', 'in_triage']
  await noteChanges(db, 'work_items', 'work_item', columns)
  await notePlacesOfPages(db)
  await noteNames(db)
}

async function noteChanges(
  db: Kysely<unknown>,
  table: string,
  kind: string,
  columns: readonly string[],
) {
  const differs = columns.map(
    (column) => sql`old.${sql.ref(column)} is distinct from new.${sql.ref(column)}`,
  )
  await sql`
    create trigger ${sql.ref(`${table}_search_changed`)}
      after update of ${sql.join(columns.map((column) => sql.ref(column)))} on ${sql.table(table)}
      for each row when (${sql.join(differs, sql` or `)})
      execute function note_search_change(${sql.lit(kind)})`.execute(db)
  await sql`
    create trigger ${sql.ref(`${table}_search_removed`)} after delete on ${sql.table(table)}
      referencing old table as removed for each statement
      execute function note_search_removal(${sql.lit(kind)})`.execute(db)
}

/** A page is searched in the projects it is in. */
async function notePlacesOfPages(db: Kysely<unknown>) {
  await sql`
    create function note_search_page() returns trigger language plpgsql as $$
    begin
      insert into search_changes (kind, entity_id)
        values ('page', case when tg_op = 'DELETE' then old.page_id else new.page_id end);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger project_pages_search_changed after insert or delete on project_pages
      for each row execute function note_search_page()`.execute(db)
}

/** A user is indexed once for each workspace membership. */
async function noteNames(db: Kysely<unknown>) {
  await sql`
    create function note_search_person() returns trigger language plpgsql as $$
    begin
      insert into search_changes (kind, entity_id)
        select 'person', id from workspace_members where user_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger users_search_changed after update of display_name, first_name, last_name
      on users for each row
      when ((old.display_name, old.first_name, old.last_name)
        is distinct from (new.display_name, new.first_name, new.last_name))
      execute function note_search_person()`.execute(db)
}
