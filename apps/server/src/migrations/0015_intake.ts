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
  await intakes(db)
  await defaults(db)
  await items(db)
}

async function intakes(db: Kysely<unknown>) {
  await sql`
    create table intakes (
      id uuid primary key default gen_random_uuid(),
      ${inProject},
      name varchar(255) not null,
      description text not null default '',
      is_default boolean not null default false,
      view_props jsonb not null default '{}',
      logo_props jsonb not null default '{}',
      ${audit}
    )`.execute(db)
  await sql`
    create unique index intakes_name_key
      on intakes (project_id, name) where deleted_at is null`.execute(db)
  await sql`
    create unique index intakes_default_key
      on intakes (project_id) where is_default and deleted_at is null`.execute(db)
}

/** Creates the default intake whenever intake is enabled. */
async function defaults(db: Kysely<unknown>) {
  await sql`
    create function open_default_intake() returns trigger language plpgsql as $$
    begin
      insert into intakes (workspace_id, project_id, name, is_default, created_by)
      select new.workspace_id, new.id, left(new.name, 248) || ' Intake', true,
        coalesce(new.updated_by, new.created_by)
      where not exists (
        select from intakes where project_id = new.id and is_default and deleted_at is null
      )
      on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger projects_intake_created after insert on projects
      for each row when (new.intake_view) execute function open_default_intake()`.execute(db)
  await sql`
    create trigger projects_intake_switched after update of intake_view on projects
      for each row when (new.intake_view) execute function open_default_intake()`.execute(db)
  await sql`
    insert into intakes (workspace_id, project_id, name, is_default, created_by)
    select workspace_id, id, left(name, 248) || ' Intake', true, created_by from projects p
    where p.intake_view or exists (
      select from work_items i where i.project_id = p.id and i.in_triage
    )`.execute(db)
}

async function items(db: Kysely<unknown>) {
  await sql`
    create table intake_items (
      id uuid primary key default gen_random_uuid(),
      ${inProject},
      intake_id uuid not null references intakes (id) on delete cascade,
      work_item_id uuid not null references work_items (id) on delete cascade,
      status smallint not null default -2 check (status between -2 and 2),
      snoozed_till timestamptz,
      duplicate_to uuid references work_items (id) on delete set null,
      source varchar(255) not null default 'IN_APP',
      source_email text,
      external_source varchar(255),
      external_id varchar(255),
      extra jsonb not null default '{}',
      check ((status = 0) = (snoozed_till is not null)),
      check (status = 2 or duplicate_to is null),
      ${audit}
    )`.execute(db)
  await sql`
    create unique index intake_items_work_item_key
      on intake_items (work_item_id) where deleted_at is null`.execute(db)
  await sql`
    create index intake_items_project_idx
      on intake_items (project_id, status) where deleted_at is null`.execute(db)
  await sql`
    create index intake_items_snoozed_idx
      on intake_items (snoozed_till) where status = 0 and deleted_at is null`.execute(db)
  await sql`
    create index intake_items_duplicate_idx
      on intake_items (duplicate_to) where duplicate_to is not null`.execute(db)
  await sql`
    insert into intake_items (workspace_id, project_id, intake_id, work_item_id, created_by,
      created_at)
    select i.workspace_id, i.project_id, n.id, i.id, i.created_by, i.created_at from work_items i
    join intakes n on n.project_id = i.project_id and n.is_default
    where i.in_triage and i.deleted_at is null`.execute(db)
}
