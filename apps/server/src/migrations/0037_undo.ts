import { type Kysely, sql } from 'kysely'

/** Undo snapshots and idempotency keys. */
export async function up(db: Kysely<unknown>) {
  // Rows removed along with a deleted or archived entity, for as long as that can be undone.
  await sql`
    create table traces (
      entity_id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      traces jsonb not null,
      left_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index traces_age_idx on traces (project_id, left_at)`.execute(db)
  // Written together with the entity: a repeated request finds the entity of the first.
  await sql`
    create table made_things (
      user_id uuid not null references users (id) on delete cascade,
      key varchar(64) not null,
      entity_id uuid,
      made_at timestamptz not null default now(),
      primary key (user_id, key)
    )`.execute(db)
}
