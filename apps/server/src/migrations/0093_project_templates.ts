import { type Kysely, sql } from 'kysely'

export const toleratedSince = '0089_work_item_properties'

/** How projects are set up, saved to set up others. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table project_templates (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name varchar(255) not null check (name <> ''),
      description text not null default '',
      content jsonb not null,
      -- Beside the content, which lists do not read.
      counts jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz
    )`.execute(db)
  await sql`
    create index project_templates_workspace_idx on project_templates (workspace_id, name)
      where deleted_at is null`.execute(db)
}
