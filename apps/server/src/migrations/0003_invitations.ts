import { type Kysely, sql } from 'kysely'

const audit = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz`

export async function up(db: Kysely<unknown>) {
  await members(db)
  await invitations(db)
}

async function members(db: Kysely<unknown>) {
  await sql`
    alter table workspace_members
      add column company_role varchar(255),
      add column view_props jsonb not null default '{}',
      add column default_props jsonb not null default '{}',
      add column issue_props jsonb not null default
        '{"subscribed":true,"assigned":true,"created":true,"all_issues":true}'`.execute(db)

  await sql`
    create table workspace_user_properties (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      filters jsonb not null default
        '{"priority":null,"state":null,"state_group":null,"assignees":null,"created_by":null,
          "labels":null,"start_date":null,"target_date":null,"subscriber":null}',
      display_filters jsonb not null default
        '{"group_by":null,"order_by":"-created_at","type":null,"sub_issue":true,
          "show_empty_groups":true,"layout":"list","calendar_date_range":""}',
      display_properties jsonb not null default
        '{"assignee":true,"attachment_count":true,"created_on":true,"due_date":true,
          "estimate":true,"key":true,"labels":true,"link":true,"priority":true,
          "start_date":true,"state":true,"sub_issue_count":true,"updated_on":true}',
      ${audit}
    )`.execute(db)
  await sql`
    create unique index workspace_user_properties_user_key
      on workspace_user_properties (workspace_id, user_id) where deleted_at is null`.execute(db)
}

async function invitations(db: Kysely<unknown>) {
  await sql`
    create table workspace_invitations (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      email varchar(255) not null,
      role smallint not null default 5 check (role in (5, 15, 20)),
      message text not null default '',
      -- SHA-256 of the link's secret: a stolen table opens nothing.
      token_hash bytea not null,
      accepted boolean not null default false,
      responded_at timestamptz,
      expires_at timestamptz not null,
      ${audit}
    )`.execute(db)
  // Partial: an email whose invitation was deleted may be invited again.
  await sql`
    create unique index workspace_invitations_email_key
      on workspace_invitations (workspace_id, email) where deleted_at is null`.execute(db)
  await sql`
    create index workspace_invitations_of_email_idx
      on workspace_invitations (email) where deleted_at is null`.execute(db)
}
