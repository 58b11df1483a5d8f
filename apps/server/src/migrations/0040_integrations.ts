import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

/** Integrations a workspace is linked with, and the repository of a project. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table integrations (
      id uuid primary key default gen_random_uuid(),
      title varchar(400) not null,
      provider varchar(400) not null unique check (provider in ('github', 'slack')),
      network smallint not null default 1 check (network in (1, 2)),
      description jsonb not null default '{}',
      author varchar(400) not null default '',
      webhook_url text not null default '',
      webhook_secret text not null default '',
      redirect_url text not null default '',
      metadata jsonb not null default '{}',
      verified boolean not null default false,
      avatar_url text,
      ${audit}
    )`.execute(db)
  await sql`
    insert into integrations (title, provider, network, verified)
    values ('GitHub', 'github', 2, true)`.execute(db)

  await sql`
    create table workspace_integrations (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      actor_id uuid not null references users (id) on delete cascade,
      integration_id uuid not null references integrations (id) on delete cascade,
      api_token text not null default '',
      metadata jsonb not null default '{}',
      config jsonb not null default '{}',
      ${audit}
    )`.execute(db)
  await sql`
    create unique index workspace_integrations_key
      on workspace_integrations (workspace_id, integration_id)
      where deleted_at is null`.execute(db)

  await sql`
    create table github_repositories (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      name varchar(500) not null,
      url text,
      config jsonb not null default '{}',
      repository_id bigint not null,
      owner varchar(500) not null,
      ${audit}
    )`.execute(db)
  await sql`
    create index github_repositories_project_idx on github_repositories (project_id)`.execute(db)

  await sql`
    create table github_repository_syncs (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      repository_id uuid not null references github_repositories (id) on delete cascade,
      workspace_integration_id uuid not null
        references workspace_integrations (id) on delete cascade,
      actor_id uuid not null references users (id) on delete cascade,
      label_id uuid references labels (id) on delete set null,
      credentials jsonb not null default '{}',
      ${audit},
      unique (project_id, repository_id)
    )`.execute(db)
  // A project belongs to one repository at a time.
  await sql`
    create unique index github_repository_syncs_project_key
      on github_repository_syncs (project_id) where deleted_at is null`.execute(db)
}
