import { type Kysely, sql } from 'kysely'

/** Former projects of a moved item: its old key still resolves. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table work_item_former_keys (
      project_id uuid not null references projects (id) on delete cascade,
      sequence_id integer not null,
      work_item_id uuid not null references work_items (id) on delete cascade,
      primary key (project_id, sequence_id)
    )`.execute(db)
  await sql`
    create index work_item_former_keys_item_idx on work_item_former_keys (work_item_id)`.execute(db)
  await sql`
    create or replace function keep_work_item_name() returns trigger language plpgsql as $$
    begin
      update work_item_names set name = lower(new.name), project_id = new.project_id
        where work_item_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`drop trigger work_items_renamed on work_items`.execute(db)
  await sql`
    create trigger work_items_renamed after update of name, project_id on work_items
      for each row when (old.name is distinct from new.name
        or old.project_id is distinct from new.project_id)
      execute function keep_work_item_name()`.execute(db)
}
