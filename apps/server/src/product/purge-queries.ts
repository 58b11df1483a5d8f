import { TRASH_DAYS } from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'

/** What administrators find in the trash goes when it leaves that. */
const trashed = ['work_items', 'comments', 'pages', 'cycles', 'modules', 'views', 'labels']
const OTHERS_DAYS = 60
const retention = (table: string) =>
  sql`make_interval(days => ${trashed.includes(table) ? TRASH_DAYS : OTHERS_DAYS})`

const AT_ONCE = 500

/** Removed where their files are, which have to go first. */
const othersRemove = ['assets']
/** What hangs from these goes with them, so they come last, when little does. */
const last = ['projects', 'workspaces']

/** Asked of the database, so that no table added later is forgotten. */
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

/** An item that is still there holds its state. */
const isFree = (table: string) =>
  table === 'states'
    ? sql`not exists (select from work_items i where i.state_id = t.id)`
    : sql`true`

/** With everything that hangs from them: that may take longer than any answer to a person. */
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

/** Files of items that go: their rows stay until the files are removed. */
const markAttachments = (db: Db) =>
  sql`
    update assets a set deleted_at = i.deleted_at from work_items i
    where a.work_item_id = i.id and a.deleted_at is null
      and i.deleted_at < now() - ${retention('work_items')}`.execute(db)

/** What was deleted so long ago can be brought back no more, and goes for good. */
export async function purgeDeleted(db: Db): Promise<void> {
  await markAttachments(db)
  for (const table of await listTables(db)) {
    let removed: number
    do {
      removed = await removeSome(db, table)
    } while (removed === AT_ONCE)
  }
}
