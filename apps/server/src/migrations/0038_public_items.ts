import { type Kysely, sql } from 'kysely'

/** Columns API clients set on items, comments and related rows. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table work_items add column point smallint check (point between 0 and 12)`.execute(db)
  for (const table of ['assets', 'estimate_points']) {
    await sql`
      alter table ${sql.table(table)}
        add column if not exists external_source varchar(255),
        add column if not exists external_id varchar(255)`.execute(db)
  }
  for (const table of ['work_items', 'comments']) {
    await forgetRepeated(db, table)
    await sql`
      create unique index ${sql.id(`${table}_external_key`)}
        on ${sql.table(table)} (project_id, external_source, external_id)
        where deleted_at is null and external_source is not null and external_id is not null`.execute(
      db,
    )
  }
  await sql`
    create unique index attachments_external_key
      on assets (work_item_id, external_source, external_id)
      where deleted_at is null and work_item_id is not null and external_source is not null
        and external_id is not null`.execute(db)
}

/** Duplicates were possible until now: the first row keeps its pair. */
const forgetRepeated = (db: Kysely<unknown>, table: string) =>
  sql`
    update ${sql.table(table)} set external_source = null
    where id in (
      select id from (
        select id, row_number() over (
          partition by project_id, external_source, external_id order by created_at, id
        ) as place
        from ${sql.table(table)}
        where deleted_at is null and external_source is not null and external_id is not null
      ) numbered where place > 1
    )`.execute(db)
