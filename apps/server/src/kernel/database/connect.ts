import pg from 'pg'
import { cairnDialect } from './cairn-dialect.ts'
import { createCancel } from './cancel.ts'
import { RetriedTransactions } from './retried-transactions.ts'
import type { Db } from './schema.ts'
import { StatementNames } from './statement-names.ts'
import type { WriteWatcher } from './write-watcher.ts'

const { builtins } = pg.types

/**
 * `2026-11-15 02:15:00.123456+00` is the database's format; ISO 8601 is ours. No Date is ever
 * created.
 */
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

/** Options for every connection, of the pool and of the listener. */
export const clientOptions = (to: ConnectionOptions): pg.ClientConfig => ({
  ...to,
  types,
  application_name: 'cairn',
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  options:
    '-c timezone=UTC -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000',
})

export interface Connected {
  db: Db
  pool: pg.Pool
  /** For connections beside the pool. */
  connection: ConnectionOptions
}

/** How long a request waits for a connection: long enough for two hundred parallel creates. */
const WAIT_MS = 15_000

/** PgBouncer in transaction mode is between us and the database. */
export const isPooled = (to: ConnectionOptions) =>
  'connectionString' in to && /[?&]pgbouncer=true/.test(to.connectionString)

/** Options for every pool. */
export const poolOptions = (to: ConnectionOptions): pg.PoolConfig => ({
  ...clientOptions(to),
  // A statement is sent without waiting for the result of the previous one.
  pipeline: true,
  idleTimeoutMillis: 30_000,
})

export function connect(
  to: ConnectionOptions,
  watcher: WriteWatcher,
  max = 10,
  waitMs = WAIT_MS,
): Connected {
  const pool = new pg.Pool({ ...poolOptions(to), max, connectionTimeoutMillis: waitMs })
  // A pooler between us and the database may give each transaction another connection, which has
  // none of our prepared statements.
  const pooled = isPooled(to)
  // A lost connection is simply replaced, and its statements fail by themselves; without listeners,
  // on the pool while it is idle and on itself while it is in use, the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // PgBouncer passes on no options of the start, but a time zone set later, to every connection.
    if (pooled) client.query(`set timezone = 'UTC'`).catch(() => {})
  })
  const db: Db = new RetriedTransactions({
    dialect: cairnDialect(pool, {
      watcher,
      names: pooled ? undefined : new StatementNames(),
      // With a pooler, the connection's process id is not the one that runs its statement either.
      cancel: pooled ? async () => {} : createCancel(() => new pg.Client(clientOptions(to))),
    }),
  })
  return { db, pool, connection: to }
}
