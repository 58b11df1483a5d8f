import type { Compilable, CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { Tx } from './schema.ts'

const writes = /(?:insert\s+into|update|delete\s+from)\s+"?([a-z_]+)"?/gi

/** The tables a statement writes, by name; CTEs included. */
export const tablesWritten = (sql: string): string[] =>
  [...sql.matchAll(writes)].map((match) => (match[1] ?? '').toLowerCase())

/** Its readers hear a moment later: the answer to whoever wrote an event goes out first. */
const EVENTS = 'events'

/**
 * Tells who asked that a table was written, right after the commit. The event stream is woken and
 * the access cache forgotten through here, so no feature has to remember to do it.
 */
export class WriteWatcher {
  readonly #callbacks = new Map<string, Set<() => void>>()

  on(tables: readonly string[], callback: () => void): void {
    for (const table of tables) {
      const callbacks = this.#callbacks.get(table) ?? new Set()
      this.#callbacks.set(table, callbacks.add(callback))
    }
  }

  isWatched(table: string): boolean {
    return this.#callbacks.has(table)
  }

  tell(tables: Iterable<string>): void {
    const due = new Set<() => void>()
    const soon = new Set<() => void>()
    for (const table of tables) {
      const group = table === EVENTS ? soon : due
      for (const callback of this.#callbacks.get(table) ?? []) group.add(callback)
    }
    for (const callback of due) callback()
    if (soon.size > 0) {
      setImmediate(() => {
        for (const callback of soon) callback()
      })
    }
  }
}

/** A statement is looked at once; the same text comes again and again. */
const known = new Map<string, readonly string[]>()
const MOST_KNOWN = 2_000

function tablesOf(sql: string): readonly string[] {
  const cached = known.get(sql)
  if (cached) return cached
  const tables = tablesWritten(sql)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(sql, tables)
  return tables
}

const unread = new WeakSet<CompiledQuery>()

/**
 * Sends a statement whose answer nobody needs: the transaction goes on at once, and if the statement
 * fails, so does whatever comes next, at the latest the commit.
 */
export async function send(tx: Tx, statement: Compilable): Promise<void> {
  const query = statement.compile()
  unread.add(query)
  await tx.executeQuery(query)
}

/** Rows that only tell what happened: they too travel with the next statement. */
const journal = /^insert into "(?:activities|events)" (?!.*returning)/is

type Settings = Parameters<Driver['beginTransaction']>[1]

/** A transaction under way. */
interface Open {
  written: Set<string>
  /** Statements on their way to the database, in the order they were sent. */
  sent: Promise<unknown>[]
}

const ABORTED = '25P02'

/** Why a statement really failed: "the transaction is aborted" only says that one before it did. */
async function causeOf(error: unknown, { sent }: Open): Promise<unknown> {
  if ((error as { code?: string }).code !== ABORTED) return error
  const failed = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected')
  return failed?.status === 'rejected' ? failed.reason : error
}

/** Kysely's own driver, with an ear on what is written. */
export class WatchingDriver implements Driver {
  readonly #driver: Driver
  readonly #watcher: WriteWatcher
  readonly #open = new WeakMap<DatabaseConnection, Open>()
  readonly #watched = new WeakSet<DatabaseConnection>()

  constructor(driver: Driver, watcher: WriteWatcher) {
    this.#driver = driver
    this.#watcher = watcher
  }

  init: Driver['init'] = (options) => this.#driver.init(options)
  destroy: Driver['destroy'] = (options) => this.#driver.destroy(options)
  releaseConnection: Driver['releaseConnection'] = (...all) =>
    this.#driver.releaseConnection(...all)

  async acquireConnection(
    options?: Parameters<Driver['acquireConnection']>[0],
  ): Promise<DatabaseConnection> {
    const connection = await this.#driver.acquireConnection(options)
    if (!this.#watched.has(connection)) this.#watch(connection)
    return connection
  }

  /** Travels with the first statement; when it cannot reach the database, neither can that one. */
  async beginTransaction(connection: DatabaseConnection, settings: Settings): Promise<void> {
    const begun = this.#driver.beginTransaction(connection, settings)
    const open: Open = { written: new Set(), sent: [] }
    this.#open.set(connection, open)
    keep(open, begun)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const open = this.#open.get(connection)
    this.#open.delete(connection)
    const committed = this.#driver.commitTransaction(connection)
    // All of them: Promise.all rejects with the first that failed, which is the cause.
    await Promise.all([...(open?.sent ?? []), committed])
    if (open?.written.size) this.#watcher.tell(open.written)
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#open.delete(connection)
    await this.#driver.rollbackTransaction(connection)
  }

  #watch(connection: DatabaseConnection): void {
    this.#watched.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const tables = tablesOf(query.sql).filter((table) => this.#watcher.isWatched(table))
      const open = this.#open.get(connection)
      const answer = execute<R>(query)
      if (!open) {
        const result = await answer
        if (tables.length > 0) this.#watcher.tell(tables)
        return result
      }
      for (const table of tables) open.written.add(table)
      if (unread.has(query) || journal.test(query.sql)) {
        keep(open, answer)
        return { rows: [] }
      }
      return answer.catch(async (error: unknown) => {
        throw await causeOf(error, open)
      })
    }
  }
}

function keep({ sent }: Open, answer: Promise<unknown>): void {
  // Heard at the commit; after a rollback by nobody, which must not end the process.
  answer.catch(() => {})
  sent.push(answer)
}
