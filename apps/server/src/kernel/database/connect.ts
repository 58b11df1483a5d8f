import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Db } from './schema.ts'
import { WatchingDriver, type WriteWatcher } from './write-watcher.ts'

const { builtins } = pg.types

/** `2026-11-15 02:15:00.123456+00` is the database's way; ISO 8601 is ours. No Date is ever built. */
export const isoFromDatabase = (value: string) =>
  value.endsWith('+00') ? `${value.replace(' ', 'T').slice(0, -3)}Z` : value

const parsers: Partial<Record<number, (value: string) => unknown>> = {
  [builtins.TIMESTAMPTZ]: isoFromDatabase,
  [builtins.DATE]: (value) => value,
  [builtins.INT8]: Number,
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === 'binary' ? undefined : parsers[oid]) ?? pg.types.getTypeParser(oid, format),
}

export type ConnectionOptions =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

/** What every connection needs, the pool's and the listener's alike. */
export const clientOptions = (to: ConnectionOptions): pg.ClientConfig => ({
  ...to,
  types,
  application_name: 'cairn',
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  options:
    '-c timezone=UTC -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000',
})

/** A text must come this often before it is prepared: most that come once never come again. */
const WORTH_IT = 3
/** Every connection's process keeps each statement with its plan in memory. */
const MOST_PREPARED = 200
const MOST_SEEN = 2_000
const PLAN_OUTDATED = '0A000'

/** Names for the texts that come again and again; the others stay without. */
function statementNames() {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  let given = 0
  return {
    nameOf(text: string): string | undefined {
      const known = names.get(text)
      if (known || names.size >= MOST_PREPARED) return known
      const times = (seen.get(text) ?? 0) + 1
      if (seen.size >= MOST_SEEN) seen.clear()
      seen.set(text, times)
      if (times < WORTH_IT) return undefined
      given += 1
      names.set(text, `cairn_${given}`)
      return `cairn_${given}`
    },
    /** The tables changed under the plans: under new names they are made anew. */
    forget: () => names.clear(),
  }
}

/**
 * Statements of one moment leave in one packet: every packet wakes the database's process, which
 * takes longer than most statements do.
 */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * The pool as Kysely sees it, with statements that repeat prepared once per connection: to parse and
 * plan a statement usually costs PostgreSQL more than to run it.
 */
function preparing(pool: pg.Pool): PostgresPool {
  const names = statementNames()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    async function query(text: string, values: readonly unknown[]) {
      const name = values.length > 0 ? names.nameOf(text) : undefined
      const asked = { text, values: [...values], ...(name && { name }) }
      sendTogether(client)
      try {
        return await client.query(asked)
      } catch (error) {
        if ((error as { code?: string }).code === PLAN_OUTDATED) names.forget()
        throw error
      }
    }
    const release = (destroy?: boolean) => client.release(destroy)
    return { query: query as unknown as PostgresPoolClient['query'], release }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? wrap(client)
      clients.set(client, known)
      return known
    },
  }
}

export interface Connected {
  db: Db
  pool: pg.Pool
}

export function connect(to: ConnectionOptions, watcher: WriteWatcher, max = 10): Connected {
  // In a pipeline statements do not wait for the answer to the one before.
  const pool = new pg.Pool({ ...clientOptions(to), max, idleTimeoutMillis: 30_000, pipeline: true })
  // A connection that dies is simply replaced, and its statements fail by themselves; without
  // listeners, on the pool while it is idle and on itself while it works, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  // A pooler between us and the database may give each transaction another connection, which knows
  // none of our names.
  const pooled = 'connectionString' in to && /[?&]pgbouncer=true/.test(to.connectionString)
  const dialect = new PostgresDialect({ pool: pooled ? pool : preparing(pool) })
  const db: Db = new Kysely({
    dialect: {
      createDriver: () => new WatchingDriver(dialect.createDriver(), watcher),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (over) => dialect.createIntrospector(over),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  })
  return { db, pool }
}
