import { type Kysely, sql } from 'kysely'

/** Templates for new pages of a project. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table page_templates (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      name varchar(255) not null check (name <> ''),
      color varchar(255) not null default '',
      logo_props jsonb not null default '{}',
      description_html text not null default '<p></p>',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz
    )`.execute(db)
  await sql`
    create index page_templates_project_idx on page_templates (project_id, name)
      where deleted_at is null`.execute(db)
}
