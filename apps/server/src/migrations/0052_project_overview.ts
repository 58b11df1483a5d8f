import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

/** Start and target dates and links of projects, and members of initiatives. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table projects add column start_date date, add column target_date date,
      add constraint projects_dates_check check (start_date <= target_date)`.execute(db)
  await sql`
    create table project_links (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      title varchar(255),
      url text not null,
      ${audit}
    )`.execute(db)
  await sql`
    create unique index project_links_url_key
      on project_links (project_id, md5(url)) where deleted_at is null`.execute(db)
  await sql`create index project_links_project_idx on project_links (project_id)`.execute(db)
  await sql`
    create table initiative_members (
      initiative_id uuid not null references initiatives (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      primary key (initiative_id, user_id)
    )`.execute(db)
  await sql`create index initiative_members_user_idx on initiative_members (user_id)`.execute(db)
}
