import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`
    create table analytic_views (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name varchar(255) not null,
      description text not null default '',
      query jsonb not null default '{}',
      query_dict jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz
    )`.execute(db)
  await sql`
    create index analytic_views_workspace_idx on analytic_views (workspace_id, created_at desc)
      where deleted_at is null`.execute(db)
  await sql`
    alter table mails add column attachments jsonb not null default '[]'`.execute(db)
}
