import { type Kysely, sql } from 'kysely'

export const toleratedSince = '0087_export_queries'

/** Templates of items with sub-items, and the rules by which items recur. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table item_templates (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      name varchar(255) not null check (name <> ''),
      items jsonb not null,
      rule text,
      starts_on date,
      time text,
      is_paused boolean not null default false,
      -- When the next item is due: written in the transaction that creates it, so that it is created once.
      next_at timestamptz,
      recurs_as uuid references users (id) on delete set null,
      created_count integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz,
      check ((rule is null) = (starts_on is null) and (rule is null) = (time is null)),
      check (next_at is null or (rule is not null and not is_paused))
    )`.execute(db)
  await sql`
    create index item_templates_project_idx on item_templates (project_id, name)
      where deleted_at is null`.execute(db)
  await sql`
    create index item_templates_due_idx on item_templates (next_at)
      where next_at is not null and deleted_at is null`.execute(db)
}
