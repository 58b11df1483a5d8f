import { type Kysely, sql } from 'kysely'

export const toleratedSince = '0088_item_templates'

/**
 * Properties that types define, their options, and the values of items. A property is a row: adding
 * one changes no table, so it locks nothing that writers of items need.
 */
export async function up(db: Kysely<unknown>) {
  await definitions(db)
  await values(db)
  await orders(db)
}

async function definitions(db: Kysely<unknown>) {
  await sql`
    create table work_item_properties (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      type_id uuid not null references work_item_types (id) on delete cascade,
      name varchar(255) not null,
      help text not null default '',
      kind varchar(20) not null check (kind in ('text', 'number', 'boolean', 'date', 'datetime',
        'option', 'person', 'link', 'item')),
      is_multi boolean not null default false
        check (not is_multi or kind in ('option', 'person', 'item')),
      is_required boolean not null default false,
      is_active boolean not null default true,
      default_value jsonb,
      unit varchar(20) not null default '',
      decimals smallint check (decimals between 0 and 6),
      sort_order double precision not null default 65535,
      external_source varchar(255),
      external_id varchar(255),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz
    )`.execute(db)
  await sql`
    create unique index work_item_properties_name_key
      on work_item_properties (type_id, lower(name)) where deleted_at is null`.execute(db)
  // Not partial: purging a type or a workspace deletes all of its properties.
  await sql`
    create index work_item_properties_type_idx on work_item_properties (type_id)`.execute(db)
  await sql`
    create index work_item_properties_workspace_idx
      on work_item_properties (workspace_id)`.execute(db)
  await sql`
    create table work_item_property_options (
      id uuid primary key default gen_random_uuid(),
      property_id uuid not null references work_item_properties (id) on delete cascade,
      name varchar(255) not null,
      color varchar(255) not null default '',
      sort_order double precision not null default 65535,
      is_active boolean not null default true,
      external_source varchar(255),
      external_id varchar(255),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz
    )`.execute(db)
  await sql`
    create unique index work_item_property_options_name_key
      on work_item_property_options (property_id, lower(name)) where deleted_at is null`.execute(db)
  await sql`
    create index work_item_property_options_property_idx
      on work_item_property_options (property_id)`.execute(db)
}

/**
 * One row per value, in the column of its kind; of several options, persons or items one row each.
 * Like links, a value has the columns of its item that lists are narrowed and sorted by. It
 * references only its item, because every further key would cost each write a lookup and a lock:
 * properties and options are marked as deleted before their values are, under the lock that writers
 * of values share.
 */
async function values(db: Kysely<unknown>) {
  await sql`
    create table work_item_property_values (
      work_item_id uuid not null references work_items (id) on delete cascade,
      property_id uuid not null,
      place smallint not null default 0,
      project_id uuid not null,
      created_at timestamptz not null,
      sort_order double precision not null,
      -- Of the kinds text and link.
      text_value text,
      number_value double precision,
      boolean_value boolean,
      date_value date,
      moment_value timestamptz,
      -- An option, a user or an item.
      ref_id uuid,
      primary key (work_item_id, property_id, place),
      check (num_nonnulls(text_value, number_value, boolean_value, date_value, moment_value,
        ref_id) = 1)
    )`.execute(db)
}

/** For filters and groups by a value and for sorting by it, in one project or all. */
async function orders(db: Kysely<unknown>) {
  for (const kind of ['number', 'boolean', 'date', 'moment']) {
    const value = sql.ref(`${kind}_value`)
    await sql`
      create index ${sql.ref(`work_item_property_values_${kind}_idx`)}
        on work_item_property_values
          (property_id, project_id, ${value}, created_at desc, work_item_id desc)
        where ${value} is not null`.execute(db)
  }
  // Texts may be longer than an index entry.
  await sql`
    create index work_item_property_values_text_idx
      on work_item_property_values
        (property_id, project_id, (lower(left(text_value, 255)) collate "C"), created_at desc,
          work_item_id desc)
      where text_value is not null`.execute(db)
  await sql`
    create index work_item_property_values_ref_newest_idx
      on work_item_property_values
        (property_id, project_id, ref_id, created_at desc, work_item_id desc)
      where ref_id is not null`.execute(db)
  await sql`
    create index work_item_property_values_ref_manual_idx
      on work_item_property_values
        (property_id, project_id, ref_id, sort_order, created_at desc, work_item_id desc)
      where ref_id is not null`.execute(db)
  // Here and not in the server: the version before, which may run beside this one, moves items, too.
  await sql`
    create function place_property_values() returns trigger language plpgsql as $$
    begin
      update work_item_property_values set project_id = new.project_id,
          created_at = new.created_at, sort_order = new.sort_order
        where work_item_id = new.id and (ref_id is not null or old.project_id <> new.project_id
          or old.created_at <> new.created_at);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger work_items_property_values_placed
      after update of sort_order, created_at, project_id on work_items
      for each row when (old.sort_order <> new.sort_order or old.created_at <> new.created_at
        or old.project_id <> new.project_id)
      execute function place_property_values()`.execute(db)
  await sql`
    create function note_searched_values() returns trigger language plpgsql as $$
    begin
      insert into search_changes (kind, entity_id)
        select distinct 'work_item', work_item_id from touched where text_value is not null;
      return null;
    end $$`.execute(db)
  for (const [event, rows] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ] as const) {
    await sql`
      create trigger ${sql.ref(`work_item_property_values_searched_${event}`)}
        after ${sql.raw(event)} on work_item_property_values
        referencing ${sql.raw(rows)} table as touched
        for each statement execute function note_searched_values()`.execute(db)
  }
  // Which property a line of the history is about.
  await sql`alter table activities add column property_id uuid`.execute(db)
  await sql`
    alter table drafts add column property_values jsonb not null default '{}'`.execute(db)
}
