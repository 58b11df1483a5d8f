import { type Kysely, sql } from 'kysely'

/** Saved lists of work items: of a project, or of the workspace where there is no project. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table views (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid references projects (id) on delete cascade,
      owned_by uuid not null references users (id) on delete cascade,
      name varchar(255) not null,
      description text not null default '',
      query jsonb not null default '{}',
      filters jsonb not null default '{}',
      display_filters jsonb not null,
      display_properties jsonb not null,
      access smallint not null default 1 check (access in (0, 1)),
      sort_order double precision not null default 65535,
      logo_props jsonb not null default '{}',
      is_locked boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz
    )`.execute(db)
  await sql`
    create index views_project_idx on views (project_id) where deleted_at is null`.execute(db)
  await sql`
    create index views_workspace_idx on views (workspace_id)
      where project_id is null and deleted_at is null`.execute(db)
}
