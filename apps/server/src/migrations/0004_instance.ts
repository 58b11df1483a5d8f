import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`
    alter table instance_settings
      add column id uuid not null unique default gen_random_uuid(),
      add column created_at timestamptz not null default now(),
      add column created_by uuid references users (id) on delete set null,
      add column updated_by uuid references users (id) on delete set null`.execute(db)

  await sql`
    alter table instance_admins
      add column updated_at timestamptz not null default now(),
      add column created_by uuid references users (id) on delete set null,
      add column updated_by uuid references users (id) on delete set null`.execute(db)

  await sql`
    create table release_notes (
      id uuid primary key default gen_random_uuid(),
      title varchar(255) not null,
      description text not null default '',
      version varchar(255) not null,
      tags text[] not null default '{}',
      release_date timestamptz not null,
      is_release_candidate boolean not null default false
    )`.execute(db)
}
