import { lookup } from '@cairn/contract'
import type { ClientBase } from 'pg'

export interface Table {
  name: string
  /** Stored columns only; generated columns are computed again. */
  columns: string[]
}

/** Their rows belong to the server they were written on, or are created by the restore. */
const leftOut = new Set([
  'migrations',
  'migration_lock',
  // Sent to browsers that are connected now; after a restore they reload everything.
  'events',
  // How far the history was sent to webhooks: a restored server sends only what happens from then
  // on.
  'webhook_progress',
  // They name files that only the server that wrote them may delete.
  'backup_runs',
])

/**
 * A transaction id is valid only on the server that assigned it: another server counts from the
 * start again, and would treat rows written here as from the future.
 */
export const transactionNumbers: Record<string, Record<string, string>> = {
  activities: { xid: '0' },
  webhooks: { since_xid: '0' },
  // They only have to differ from each other and from any future id.
  webhook_calls: { xid: '-id' },
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname`)
  return rows.filter(({ name }) => !leftOut.has(name))
}

/** The select for a table: its columns in a form that can be loaded elsewhere. */
export const selectFrom = ({ name, columns }: Table) => {
  const replaced = lookup(transactionNumbers, name) ?? {}
  const values = columns.map((column) => lookup(replaced, column) ?? quoted(column))
  return `select ${values.join(', ')} from ${quoted(name)}`
}

/** Every migration that was run on this database, oldest first; empty: not a Cairn database. */
export async function listMigrations(client: ClientBase): Promise<string[]> {
  const { rows: found } = await client.query(`select to_regclass('public.migrations') as it`)
  if (found[0]?.it === null) return []
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

/** The value of each sequence. Read after the tables, so that no number is assigned twice. */
export async function readCounters(client: ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Where rows refer to files, and which of these must exist. */
const filesOf: Record<string, string> = {
  assets: 'select asset, is_uploaded from assets',
  exports: 'select file_key, true from exports',
  imports: 'select file_key, true from imports',
}

/**
 * Selects the key of every file that a row refers to. A database of an older version has fewer such
 * tables.
 */
export function selectFileKeys(tables: Table[]): string {
  const known = tables.flatMap(({ name }) => lookup(filesOf, name) ?? [])
  return `
    select key, bool_or(must_be_there) as must_be_there
    from (${known.join(' union all ')}) known (key, must_be_there)
    where key is not null group by key order by key`
}
