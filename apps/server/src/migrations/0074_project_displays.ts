import { type Kysely, sql } from 'kysely'

/** The list display of a project for users who have not chosen one, set by its admins. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table project_displays (
      project_id uuid primary key references projects (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      display_filters jsonb not null,
      display_properties jsonb not null,
      updated_at timestamptz not null default now(),
      updated_by uuid references users (id) on delete set null
    )`.execute(db)
  await sql`
    create index project_displays_workspace_idx on project_displays (workspace_id)`.execute(db)
  await sql`
    create index project_displays_updated_by_idx on project_displays (updated_by)`.execute(db)
  await sql`
    alter table project_user_properties
      add column has_own_display boolean not null default false`.execute(db)
  // Users who changed anything keep the display.
  await sql`
    update project_user_properties set has_own_display = true where updated_by is not null`.execute(
    db,
  )
}
