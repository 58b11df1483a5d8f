import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await people(db)
  await proofs(db)
  await preferences(db)
  await keys(db)
}

async function people(db: Kysely<unknown>) {
  await sql`
    alter table users
      add column last_logout_time timestamptz,
      add column last_logout_ip text not null default ''`.execute(db)

  await sql`
    alter table profiles
      add column use_case text,
      add column role varchar(300),
      add column billing_address_country varchar(255) not null default '',
      add column billing_address jsonb,
      add column has_billing_address boolean not null default false,
      add column has_marketing_email_consent boolean not null default false,
      add column is_smooth_cursor_enabled boolean not null default false,
      add column is_mobile_onboarded boolean not null default false,
      add column mobile_onboarding_step jsonb not null default
        '{"profile_complete":false,"workspace_create":false,"workspace_join":false}',
      add column mobile_timezone_auto_set boolean not null default false`.execute(db)

  // The id in the list of open sessions: the key's hash stays internal.
  await sql`
    alter table sessions add column id uuid not null default gen_random_uuid() unique`.execute(db)
}

async function proofs(db: Kysely<unknown>) {
  // A used code stays until its window ends: without the row, the count would restart at one.
  await sql`
    create table magic_codes (
      email varchar(255) primary key,
      code_hash bytea not null,
      codes smallint not null default 1,
      tries smallint not null default 0,
      expires_at timestamptz not null
    )`.execute(db)

  // Invalid as soon as the email or the last sign-in changed.
  await sql`
    create table password_resets (
      token_hash bytea primary key,
      user_id uuid not null references users (id) on delete cascade,
      email varchar(255) not null,
      last_login_time timestamptz,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index password_resets_user_idx on password_resets (user_id)`.execute(db)

  await sql`
    create table email_changes (
      user_id uuid primary key references users (id) on delete cascade,
      email varchar(255) not null,
      code_hash bytea not null,
      tries smallint not null default 0,
      expires_at timestamptz not null
    )`.execute(db)
}

async function preferences(db: Kysely<unknown>) {
  await sql`
    create table notification_preferences (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null unique references users (id) on delete cascade,
      property_change boolean not null default false,
      state_change boolean not null default false,
      comment boolean not null default true,
      mention boolean not null default true,
      issue_completed boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    insert into notification_preferences (user_id) select id from users`.execute(db)

  // By trigger: every account gets its preferences, so no reader needs defaults.
  await sql`
    create function add_notification_preferences() returns trigger language plpgsql as $$
    begin
      insert into notification_preferences (user_id) select id from added;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger users_inserted after insert on users
      referencing new table as added
      for each statement execute function add_notification_preferences()`.execute(db)
}

async function keys(db: Kysely<unknown>) {
  await sql`
    create table connected_accounts (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      provider varchar(20) not null check (provider in ('google', 'github', 'gitlab')),
      provider_account_id varchar(255) not null,
      access_token text not null default '',
      refresh_token text not null default '',
      id_token text not null default '',
      access_token_expired_at timestamptz,
      refresh_token_expired_at timestamptz,
      last_connected_at timestamptz not null default now(),
      metadata jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (provider, provider_account_id)
    )`.execute(db)
  await sql`create index connected_accounts_user_idx on connected_accounts (user_id)`.execute(db)

  await sql`
    create table api_tokens (
      id uuid primary key default gen_random_uuid(),
      -- SHA-256 of the token: it is shown once and recognised afterwards, never read again.
      token_hash bytea not null unique,
      user_id uuid not null references users (id) on delete cascade,
      workspace_id uuid references workspaces (id) on delete cascade,
      label varchar(255) not null,
      description text not null default '',
      user_type smallint not null default 0 check (user_type in (0, 1)),
      is_active boolean not null default true,
      is_service boolean not null default false,
      last_used timestamptz,
      expired_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz
    )`.execute(db)
  await sql`
    create index api_tokens_user_idx on api_tokens (user_id) where deleted_at is null`.execute(db)

  // The activity of a user, newest first.
  await sql`create index activities_actor_idx on activities (actor_id, created_at)`.execute(db)
}
