import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Migrations, migrate } from '#kernel/database/migrate.ts'
import { overClient } from '#kernel/database/over-client.ts'
import type { Db } from '#kernel/database/schema.ts'
import { Refusal } from '../refusal.ts'
import type { Entry } from './archive.ts'
import type { Checked } from './check-backup.ts'
import { openLanes } from './lanes.ts'
import { unpacking } from './packing.ts'
import { run, setRulesAside } from './rules.ts'
import { listTables, quoted } from './tables.ts'

interface Steps {
  /** Empties the database. */
  clear(): Promise<void>
  /** Calls `load` for every part of every table. */
  fill(load: (table: string, part: Entry) => Promise<void>): Promise<void>
}

interface Target {
  client: pg.Client
  /**
   * Only of a database that is thrown away unless all was loaded: these build indexes while `client`
   * loads rows, and each has its own transactions. Without them there is one transaction.
   */
  helpers: readonly pg.Client[]
}

/**
 * Creates the tables of the backup's version, loads its rows, then runs newer migrations. If
 * anything fails, all is rolled back, or the database is of no use.
 */
export async function loadDatabase(
  { client, helpers }: Target,
  migrations: Migrations,
  checked: Checked,
  steps: Steps,
): Promise<void> {
  const load = (db: Db) => loadWith(db, { client, helpers }, migrations, checked, steps)
  const db = overClient(client)
  await (helpers.length > 0 ? load(db) : db.transaction().execute(load))
  // Without it the first queries would be planned for empty tables.
  const lanes = openLanes(helpers)
  lanes.add((await listTables(client)).map(({ name }) => `analyze ${quoted(name)}`))
  await lanes.finish([client])
}

async function loadWith(
  db: Db,
  { client, helpers }: Target,
  migrations: Migrations,
  { manifest, summary }: Checked,
  { clear, fill }: Steps,
) {
  await clear()
  const then = Object.entries(migrations).filter(([name]) => manifest.migrations.includes(name))
  await migrate(db, Object.fromEntries(then))
  const { indexes, restore, validate } = await setRulesAside(client)
  // Migrations insert rows, which the backup has as well.
  const tables = manifest.tables.map(({ name }) => quoted(name))
  await client.query(`truncate ${tables.join(', ')}`)

  const building = openLanes(helpers)
  const unbuilt = new Map(indexes)
  const build = (table: string) => {
    building.add(unbuilt.get(table) ?? [])
    unbuilt.delete(table)
  }
  const columnsOf = new Map(manifest.tables.map(({ name, columns }) => [name, columns]))
  let loading: string | undefined
  const finishTable = async () => {
    if (loading === undefined) return
    if (helpers.length > 0) await client.query('commit')
    build(loading)
  }
  await fill(async (table, { name, content }) => {
    building.check()
    if (table !== loading) {
      await finishTable()
      // In the transaction of the rows: no log is needed of what it fills, and none of it is new to
      // any later transaction.
      const begin = helpers.length > 0 ? ['begin'] : []
      await run(client, [...begin, `truncate ${quoted(table)}`])
      loading = table
    }
    const columns = (columnsOf.get(table) ?? []).map(quoted).join(', ')
    const into = `copy ${quoted(table)} (${columns}) from stdin with (freeze)`
    await pipeline(Readable.from(content), unpacking(name), client.query(copyFrom(into)))
  })
  await finishTable()
  for (const table of [...unbuilt.keys()]) build(table)
  await building.finish([client])

  await run(client, restore)
  const validating = openLanes(helpers)
  validating.add(validate)
  await validating.finish([client])
  for (const [counter, value] of Object.entries(summary.counters)) {
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(counter), value])
  }
  await refuseMissingRows(client, summary.rows)
  if (then.length < Object.keys(migrations).length) await migrate(db, migrations)
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
