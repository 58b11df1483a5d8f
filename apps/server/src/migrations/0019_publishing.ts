import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

const inProject = sql`
  workspace_id uuid not null references workspaces (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade`

export async function up(db: Kysely<unknown>) {
  await boards(db)
  await visitors(db)
  await votes(db)
}

/** Published boards. Anyone who knows the anchor may read them. */
async function boards(db: Kysely<unknown>) {
  await sql`
    create table deploy_boards (
      id uuid primary key default gen_random_uuid(),
      ${inProject},
      entity_name varchar(30) not null check (entity_name in ('project', 'view', 'page')),
      entity_identifier uuid not null,
      anchor varchar(255) not null,
      is_comments_enabled boolean not null default false,
      is_reactions_enabled boolean not null default false,
      is_votes_enabled boolean not null default false,
      intake_id uuid references intakes (id) on delete set null,
      view_props jsonb not null default '{}',
      is_activity_enabled boolean not null default true,
      is_disabled boolean not null default false,
      ${audit}
    )`.execute(db)
  await sql`
    create unique index deploy_boards_entity_key
      on deploy_boards (entity_identifier, entity_name) where deleted_at is null`.execute(db)
  // Not partial: the anchor of a deleted board is never reused.
  await sql`create unique index deploy_boards_anchor_key on deploy_boards (anchor)`.execute(db)
  await sql`
    create index deploy_boards_project_idx
      on deploy_boards (project_id) where deleted_at is null`.execute(db)
}

/** Users who wrote on a project's public site without being members. */
async function visitors(db: Kysely<unknown>) {
  await sql`
    create table project_public_members (
      id uuid primary key default gen_random_uuid(),
      ${inProject},
      user_id uuid not null references users (id) on delete cascade,
      ${audit}
    )`.execute(db)
  await sql`
    create unique index project_public_members_key
      on project_public_members (project_id, user_id) where deleted_at is null`.execute(db)
}

async function votes(db: Kysely<unknown>) {
  await sql`
    create table work_item_votes (
      id uuid primary key default gen_random_uuid(),
      ${inProject},
      work_item_id uuid not null references work_items (id) on delete cascade,
      actor_id uuid not null references users (id) on delete cascade,
      vote smallint not null default 1 check (vote in (1, -1)),
      ${audit}
    )`.execute(db)
  await sql`
    create unique index work_item_votes_key
      on work_item_votes (work_item_id, actor_id) where deleted_at is null`.execute(db)
}
