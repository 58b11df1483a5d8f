import { type Kysely, sql } from 'kysely'

/** What can be taken back, and what is not to be done twice. */
export async function up(db: Kysely<unknown>) {
  // What went along with something that was deleted or archived, for as long as that can be undone.
  await sql`
    create table traces (
      entity_id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      traces jsonb not null,
      left_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index traces_age_idx on traces (project_id, left_at)`.execute(db)
  // Written with the thing itself: a request that is repeated finds what the first one made.
  await sql`
    create table made_things (
      user_id uuid not null references users (id) on delete cascade,
      key varchar(64) not null,
      entity_id uuid,
      made_at timestamptz not null default now(),
      primary key (user_id, key)
    )`.execute(db)
}
