import {
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { DriverConnection, type Session } from './driver-connection.ts'
import { connectToReplica } from './replica-source.ts'

/**
 * Kysely on a pool of `pg`. In addition to Kysely's own driver it prepares repeated statements,
 * sends statements that are not awaited together, cancels what a client no longer waits for,
 * reports which tables a commit wrote, and retries what failed through no fault of its own.
 */
class CairnDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #session: Session
  readonly #connections = new WeakMap<pg.PoolClient, DriverConnection>()

  constructor(pool: pg.Pool, session: Session) {
    this.#pool = pool
    this.#session = session
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DriverConnection> {
    const { client, session } = (await connectToReplica()) ?? {
      client: await this.#pool.connect(),
      session: this.#session,
    }
    const known = this.#connections.get(client)
    if (known) return known
    const connection = new DriverConnection(client, session)
    this.#connections.set(client, connection)
    return connection
  }

  async beginTransaction(connection: DriverConnection, settings: TransactionSettings) {
    connection.begin(settings)
  }

  commitTransaction = (connection: DriverConnection) => connection.commit()
  rollbackTransaction = (connection: DriverConnection) => connection.rollback()

  async releaseConnection(connection: DriverConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

export const cairnDialect = (pool: pg.Pool, session: Session): Dialect => ({
  createDriver: () => new CairnDriver(pool, session),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})
