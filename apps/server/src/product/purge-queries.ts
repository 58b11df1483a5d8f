import { TRASH_DAYS } from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'

/** Purged when their time in the trash ends. */
const trashed = ['work_items', 'comments', 'pages', 'cycles', 'modules', 'views', 'labels']
const OTHERS_DAYS = 60
const retention = (table: string) =>
  sql`make_interval(days => ${trashed.includes(table) ? TRASH_DAYS : OTHERS_DAYS})`

const AT_ONCE = 500

/** Removed by the files feature, as the files have to be deleted first. */
const othersRemove = ['assets']
/** Deleting these cascades to their rows, so they come last, when few are left. */
const last = ['projects', 'workspaces']

/** Read from the database, so that no table added later is forgotten. */
async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and c.column_name = 'deleted_at'
      and t.table_type = 'BASE TABLE' order by c.table_name`.execute(db)
  const rank = (name: string) => (name === 'work_items' ? -1 : last.indexOf(name) + 1)
  return rows
    .map(({ name }) => name)
    .filter((name) => !othersRemove.includes(name))
    .sort((a, b) => rank(a) - rank(b))
}

/** A state is used until its last item is purged. */
const isFree = (table: string) =>
  table === 'states'
    ? sql`not exists (select from work_items i where i.state_id = t.id)`
    : sql`true`

/** Deletes cascade to dependent rows, which may take longer than the request timeout. */
const removeSome = (db: Db, table: string) =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx)
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid in (
        select t.ctid from ${sql.table(table)} t
        where t.deleted_at < now() - ${retention(table)} and ${isFree(table)} limit ${AT_ONCE}
      )`.execute(tx)
    return Number(numAffectedRows)
  })

/** Marks files of purged items: their rows stay until the files are removed. */
const markAttachments = (db: Db) =>
  sql`
    update assets a set deleted_at = i.deleted_at from work_items i
    where a.work_item_id = i.id and a.deleted_at is null
      and i.deleted_at < now() - ${retention('work_items')}`.execute(db)

/** Permanently removes what was deleted longer ago than it can be restored. */
export async function purgeDeleted(db: Db): Promise<void> {
  await markAttachments(db)
  for (const table of await listTables(db)) {
    let removed: number
    do {
      removed = await removeSome(db, table)
    } while (removed === AT_ONCE)
  }
}
