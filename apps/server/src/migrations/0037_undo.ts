import { type Kysely, sql } from 'kysely'

/** What went along with something that was deleted or archived, for as long as that can be undone. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table traces (
      entity_id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      traces jsonb not null,
      left_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index traces_age_idx on traces (project_id, left_at)`.execute(db)
}
