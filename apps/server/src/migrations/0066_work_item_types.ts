import { type Kysely, sql } from 'kysely'

/** Users create types from now on, and each project selects those it uses. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table work_item_types
      add column sort_order double precision not null default 65535,
      add check (not (is_epic and is_default))`.execute(db)
  await sql`
    create unique index work_item_types_name_key on work_item_types (workspace_id, lower(name))
      where deleted_at is null`.execute(db)
  await sql`
    create unique index work_item_types_default_key on work_item_types (workspace_id)
      where is_default and deleted_at is null`.execute(db)
  await sql`
    create table project_work_item_types (
      project_id uuid not null references projects (id) on delete cascade,
      type_id uuid not null references work_item_types (id) on delete cascade,
      is_default boolean not null default false,
      primary key (project_id, type_id)
    )`.execute(db)
  await sql`
    create unique index project_work_item_types_default_key on project_work_item_types (project_id)
      where is_default`.execute(db)
  await sql`
    create index project_work_item_types_type_idx on project_work_item_types (type_id)`.execute(db)
}
