import { type Kysely, sql } from 'kysely'

/** Service tokens act as an account of their workspace, and publishing is the project admins' choice. */
export async function up(db: Kysely<unknown>) {
  await accounts(db)
  await moveTokens(db)
  await constraints(db)
  await sql`
    alter table projects
      add column members_can_publish boolean not null default false`.execute(db)
}

async function accounts(db: Kysely<unknown>) {
  // The name is the user's, the projects are its memberships, expiry and last use are its token's.
  await sql`
    create table service_accounts (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      user_id uuid not null unique references users (id) on delete cascade,
      role smallint not null check (role in (5, 15, 20)),
      is_default boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz,
      unique (id, user_id, workspace_id)
    )`.execute(db)
  await sql`
    create index service_accounts_workspace_idx
      on service_accounts (workspace_id) where deleted_at is null`.execute(db)
  await sql`
    create unique index service_accounts_default_key
      on service_accounts (workspace_id) where is_default and deleted_at is null`.execute(db)
  await sql`alter table api_tokens add column service_account_id uuid`.execute(db)
  await sql`drop index api_tokens_service_key`.execute(db)
  await sql`
    create unique index api_tokens_service_account_key
      on api_tokens (service_account_id) where deleted_at is null`.execute(db)
}

/**
 * A former service token acted as a user, and every member of its workspace could read it. It
 * continues as a member of the public projects, which is no more than those members may do
 * themselves; an admin adds secret projects. Without a workspace it is revoked.
 */
const moveTokens = (db: Kysely<unknown>) =>
  sql`
    do $$
    declare
      token record;
      bot uuid;
      account uuid;
      name text;
    begin
      update api_tokens t set deleted_at = now(), updated_at = now()
      where t.is_service and t.deleted_at is null and not exists (
        select from workspaces w where w.id = t.workspace_id and w.deleted_at is null
      );
      for token in
        select * from api_tokens where is_service and deleted_at is null
      loop
        name := replace(gen_random_uuid()::text, '-', '');
        insert into users
          (username, email, password_hash, first_name, display_name, is_bot, is_active)
        values
          (name, name || '@bots.invalid', 'none', 'Service account', 'Service account', true, false)
        returning id into bot;
        insert into service_accounts (workspace_id, user_id, role, is_default, created_by)
        values (token.workspace_id, bot, 15, true, token.created_by)
        returning id into account;
        insert into workspace_members (workspace_id, user_id, role, created_by)
        values (token.workspace_id, bot, 15, token.created_by);
        insert into project_members (workspace_id, project_id, user_id, role, created_by)
        select p.workspace_id, p.id, bot, 15, token.created_by from projects p
        where p.workspace_id = token.workspace_id and p.network = 2 and p.deleted_at is null
          and p.archived_at is null;
        update api_tokens
        set user_id = bot, service_account_id = account, user_type = 1, updated_at = now()
        where id = token.id;
      end loop;
    end $$`.execute(db)

async function constraints(db: Kysely<unknown>) {
  // A service token belongs to its account and workspace; the database enforces it.
  await sql`
    alter table api_tokens
      add foreign key (service_account_id, user_id, workspace_id)
        references service_accounts (id, user_id, workspace_id) on delete cascade,
      add check (deleted_at is not null or is_service = (service_account_id is not null)),
      add check (service_account_id is null or workspace_id is not null)`.execute(db)
}
