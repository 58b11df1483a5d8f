import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Migrations, migrate } from '#kernel/database/migrate.ts'
import { overClient } from '#kernel/database/over-client.ts'
import { Refusal } from '../refusal.ts'
import type { Entry } from './archive.ts'
import type { Checked } from './check-backup.ts'
import { quoted } from './tables.ts'

interface Steps {
  /** Empties the database. */
  clear(): Promise<void>
  /** Calls `load` for every part of every table. */
  fill(load: (table: string, part: Entry) => Promise<void>): Promise<void>
}

/**
 * Runs in one transaction: creates the tables of the backup's version, loads its rows, then runs
 * newer migrations. If anything fails, all is rolled back.
 */
export async function loadDatabase(
  client: pg.Client,
  migrations: Migrations,
  { manifest, summary }: Checked,
  { clear, fill }: Steps,
): Promise<void> {
  const then = Object.fromEntries(
    Object.entries(migrations).filter(([name]) => manifest.migrations.includes(name)),
  )
  await overClient(client)
    .transaction()
    .execute(async (tx) => {
      await clear()
      await migrate(tx, then)
      const giveBack = await setRulesAside(client)
      // Migrations insert rows, which the backup has as well.
      const tables = manifest.tables.map(({ name }) => quoted(name))
      await client.query(`truncate ${tables.join(', ')}`)
      const columnsOf = new Map(manifest.tables.map(({ name, columns }) => [name, columns]))
      await fill(async (table, { content }) => {
        const columns = (columnsOf.get(table) ?? []).map(quoted).join(', ')
        const into = client.query(copyFrom(`copy ${quoted(table)} (${columns}) from stdin`))
        await pipeline(Readable.from(content), createGunzip(), into)
      })
      for (const [counter, value] of Object.entries(summary.counters)) {
        await client.query('select setval($1::regclass, $2::bigint)', [quoted(counter), value])
      }
      await giveBack()
      await refuseMissingRows(client, summary.rows)
      await migrate(tx, migrations)
    })
  // Without it the first queries would be planned for empty tables.
  await client.query('analyze')
}

interface Constraint {
  table: string
  name: string
  definition: string
}

/**
 * While rows are loaded table by table, references are not valid yet and triggers would count rows
 * twice. Indexes and foreign keys are recreated at the end, which checks every row; only disabling the
 * keys needs a superuser, which a hosted database does not offer.
 */
async function setRulesAside(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<Constraint>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace order by conname`)
  // Building an index of all rows is several times faster than adding row by row.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = i.indexrelid)
    order by i.indexrelid`)
  const { rows: triggered } = await client.query<{ table: string }>(`
    select distinct tgrelid::regclass::text as table from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and c.relnamespace = 'public'::regnamespace`)
  const say = (statements: string[]) => client.query(statements.join(';'))
  await say([
    ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${quoted(name)}`),
    ...indexes.map(({ name }) => `drop index ${name}`),
    ...triggered.map(({ table }) => `alter table ${table} disable trigger user`),
  ])
  return async () => {
    await say([
      ...indexes.map(({ definition }) => definition),
      ...triggered.map(({ table }) => `alter table ${table} enable trigger user`),
      ...keys.map(
        ({ table, name, definition }) =>
          `alter table ${table} add constraint ${quoted(name)} ${definition}`,
      ),
    ])
  }
}

async function refuseMissingRows(client: pg.Client, rows: Record<string, number>) {
  for (const [table, wanted] of Object.entries(rows)) {
    const { rows: found } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${quoted(table)}`,
    )
    const count = found[0]?.count ?? 0
    if (count === wanted) continue
    throw new Refusal(`${table} has ${count} rows now, where the backup has ${wanted}.`)
  }
}
