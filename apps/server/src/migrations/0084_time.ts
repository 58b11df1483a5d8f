import { type Kysely, sql } from 'kysely'

export const toleratedSince = '0079_scheduled_backups'

/**
 * Time spent on items, and the timers that run. Sums are computed from the entries: the indexes
 * have all they need.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table work_logs (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      work_item_id uuid not null references work_items (id) on delete cascade,
      logged_by uuid references users (id) on delete set null,
      day date not null,
      duration integer not null check (duration between 1 and 60000),
      description text not null default '',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz
    )`.execute(db)
  // Not partial: purging an item or a project deletes all of its entries.
  await sql`
    create index work_logs_item_idx on work_logs (work_item_id)
      include (logged_by, duration, deleted_at)`.execute(db)
  await sql`
    create index work_logs_project_idx on work_logs (project_id)
      include (work_item_id, logged_by, duration, deleted_at)`.execute(db)
  await sql`create index work_logs_person_idx on work_logs (logged_by, day)`.execute(db)
  // The key: a user runs one timer at a time.
  await sql`
    create table running_timers (
      user_id uuid primary key references users (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      work_item_id uuid not null references work_items (id) on delete cascade,
      started_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index running_timers_item_idx on running_timers (work_item_id)`.execute(db)
  // Here and not in the server: the version before, which may run beside this one, moves items, too.
  await sql`
    create function move_time_of_item() returns trigger language plpgsql as $$
    begin
      update work_logs set project_id = new.project_id where work_item_id = new.id;
      update running_timers set project_id = new.project_id where work_item_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger move_time_of_item after update of project_id on work_items
      for each row when (old.project_id is distinct from new.project_id)
      execute function move_time_of_item()`.execute(db)
}
