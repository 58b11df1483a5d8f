import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

/** Custom dashboards of a workspace or project, and their widgets. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table workspace_dashboards (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid references projects (id) on delete cascade,
      owned_by uuid not null references users (id) on delete cascade,
      name varchar(255) not null check (btrim(name) <> ''),
      access smallint not null default 0 check (access in (0, 1)),
      ${audit}
    )`.execute(db)
  await sql`
    create index workspace_dashboards_workspace_idx on workspace_dashboards (workspace_id)
      where deleted_at is null`.execute(db)
  await sql`
    create index workspace_dashboards_project_idx on workspace_dashboards (project_id)
      where project_id is not null`.execute(db)
  await sql`
    create index workspace_dashboards_owner_idx on workspace_dashboards (owned_by)`.execute(db)

  await sql`
    create table workspace_dashboard_widgets (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      dashboard_id uuid not null references workspace_dashboards (id) on delete cascade,
      kind varchar(30) not null,
      title varchar(255) not null default '',
      query jsonb not null,
      width smallint not null check (width in (3, 4, 6, 8, 12)),
      height smallint not null check (height between 1 and 6),
      sort_order double precision not null,
      ${audit}
    )`.execute(db)
  await sql`
    create index workspace_dashboard_widgets_order_idx
      on workspace_dashboard_widgets (dashboard_id, sort_order)`.execute(db)
  await sql`
    create index workspace_dashboard_widgets_workspace_idx
      on workspace_dashboard_widgets (workspace_id)`.execute(db)
}
