import { type Kysely, sql } from 'kysely'

/** External ids for more than labels and states, each unique. */
export async function up(db: Kysely<unknown>) {
  for (const table of ['estimates', 'estimate_points', 'assets']) {
    await sql`
      alter table ${sql.table(table)}
        add column if not exists external_source varchar(255),
        add column if not exists external_id varchar(255)`.execute(db)
  }
  for (const table of ['cycles', 'modules']) {
    await forgetRepeated(db, table)
    await sql`
      create unique index ${sql.id(`${table}_external_key`)}
        on ${sql.table(table)} (project_id, external_source, external_id)
        where deleted_at is null`.execute(db)
  }
  // Files of an item are compared with each other, other files with those of their workspace.
  await sql`
    create unique index assets_external_key
      on assets (workspace_id, external_source, external_id)
      where deleted_at is null and work_item_id is null`.execute(db)
  // Reads a page of many reports without sorting all of them.
  await sql`
    create index intake_items_newest_idx on intake_items (project_id, created_at desc, id)
      where deleted_at is null`.execute(db)
}

/** Duplicates were possible until now: the first row keeps its pair. */
const forgetRepeated = (db: Kysely<unknown>, table: string) =>
  sql`
    update ${sql.table(table)} set external_source = null, external_id = null
    where id in (
      select id from (
        select id, row_number() over (
          partition by project_id, external_source, external_id order by created_at, id
        ) as place
        from ${sql.table(table)}
        where deleted_at is null and external_source is not null and external_id is not null
      ) numbered where place > 1
    )`.execute(db)
