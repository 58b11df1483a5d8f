import { type Kysely, sql } from 'kysely'

export const toleratedSince = '0085_wip_limits'

/**
 * When each item entered which state, written by triggers, so that no path that moves items is
 * forgotten, nor an older server that runs beside this one. What happened before is added from the
 * history by a job, because this transaction locks the items.
 */
export async function up(db: Kysely<unknown>) {
  // No keys on the states: the row exists, because an item has it, and is only marked as deleted.
  await sql`
    create table state_changes (
      work_item_id uuid not null references work_items (id) on delete cascade,
      at timestamptz not null,
      from_state_id uuid,
      to_state_id uuid not null,
      primary key (work_item_id, at)
    )`.execute(db)
  // Rows are written in the order of time: page ranges suffice to find those of a period.
  await sql`
    create index state_changes_at_idx on state_changes using brin (at)
      with (pages_per_range = 16, autosummarize = on)`.execute(db)
  await sql`
    create function record_first_states() returns trigger language plpgsql as $$
    begin
      insert into state_changes (work_item_id, at, to_state_id)
        select id, created_at, state_id from added;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger record_first_states after insert on work_items
      referencing new table as added
      for each statement execute function record_first_states()`.execute(db)
  // Not the transaction's beginning: the changes of an item follow each other.
  await sql`
    create function record_state_change() returns trigger language plpgsql as $$
    begin
      insert into state_changes (work_item_id, at, from_state_id, to_state_id)
        values (new.id, clock_timestamp(), old.state_id, new.state_id)
        on conflict (work_item_id, at) do update set to_state_id = excluded.to_state_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger record_state_change after update of state_id on work_items
      for each row when (old.state_id is distinct from new.state_id)
      execute function record_state_change()`.execute(db)
  await sql`
    create table state_change_backlog (
      is_only boolean primary key default true check (is_only),
      -- Items up to this one are done.
      last_item uuid not null default '00000000-0000-0000-0000-000000000000',
      -- From here on, triggers have written.
      until timestamptz not null default clock_timestamp()
    )`.execute(db)
  await sql`
    insert into state_change_backlog (is_only)
    select true where exists (select from work_items)`.execute(db)
}
