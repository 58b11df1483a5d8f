import { type Kysely, sql } from 'kysely'

/**
 * Status updates of projects, epics and initiatives, in one table. Rows about an epic have its
 * project too, so that access is checked in the same way for both.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table status_updates (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid references projects (id) on delete cascade,
      work_item_id uuid references work_items (id) on delete cascade,
      initiative_id uuid references initiatives (id) on delete cascade,
      health varchar(10) not null check (health in ('on_track', 'at_risk', 'off_track')),
      text text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz,
      check (num_nonnulls(project_id, initiative_id) = 1),
      check (work_item_id is null or project_id is not null)
    )`.execute(db)
  // Not partial: purging a row deletes the updates about it, too.
  await sql`
    create index status_updates_project_idx
      on status_updates (project_id, created_at desc)`.execute(db)
  await sql`
    create index status_updates_epic_idx on status_updates (work_item_id, created_at desc)
      where work_item_id is not null`.execute(db)
  await sql`
    create index status_updates_initiative_idx on status_updates (initiative_id, created_at desc)
      where initiative_id is not null`.execute(db)
}
