import { type Kysely, sql } from 'kysely'

/** Demo data and its users, so that all of it can be removed. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table demo_workspaces (
      workspace_id uuid primary key references workspaces (id) on delete cascade,
      -- People who were invented for it; nobody can sign in as them.
      colleague_ids uuid[] not null,
      created_at timestamptz not null default now()
    )`.execute(db)
}
