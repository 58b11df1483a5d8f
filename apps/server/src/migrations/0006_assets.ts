import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`
    create table assets (
      id uuid primary key default gen_random_uuid(),
      entity_type varchar(50) not null,
      asset varchar(800) not null,
      attributes jsonb not null default '{}',
      size double precision not null,
      is_uploaded boolean not null default false,
      storage_metadata jsonb,
      user_id uuid references users (id) on delete set null,
      workspace_id uuid references workspaces (id) on delete set null,
      project_id uuid references projects (id) on delete set null,
      work_item_id uuid references work_items (id) on delete set null,
      -- What these name is made later, and brings the references along.
      comment_id uuid,
      page_id uuid,
      draft_issue_id uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz
    )`.execute(db)
  await sql`create unique index assets_asset_key on assets (asset)`.execute(db)
  await sql`create index assets_work_item_idx on assets (work_item_id)`.execute(db)
  await sql`create index assets_workspace_idx on assets (workspace_id)`.execute(db)
  await sql`create index assets_project_idx on assets (project_id)`.execute(db)
  // Few rows at any time: those the nightly job checks.
  await sql`
    create index assets_stale_idx on assets (created_at)
      where deleted_at is not null or not is_uploaded
        or entity_type = 'PROJECT_COVER' and project_id is null`.execute(db)

  await sql`
    alter table users
      add column avatar_asset_id uuid references assets (id) on delete set null,
      add column cover_image_asset_id uuid references assets (id) on delete set null`.execute(db)
  await sql`
    alter table workspaces
      add column logo_asset_id uuid references assets (id) on delete set null`.execute(db)
  await sql`
    alter table projects
      add column cover_image varchar(800),
      add column cover_image_asset_id uuid references assets (id) on delete set null`.execute(db)

  // Without them, deleting an asset for good scans all of these tables.
  for (const [table, column] of links) {
    await sql`
      create index ${sql.ref(`${table}_${column}_idx`)}
        on ${sql.table(table)} (${sql.ref(column)}) where ${sql.ref(column)} is not null`.execute(
      db,
    )
  }
}

const links = [
  ['users', 'avatar_asset_id'],
  ['users', 'cover_image_asset_id'],
  ['workspaces', 'logo_asset_id'],
  ['projects', 'cover_image_asset_id'],
] as const
