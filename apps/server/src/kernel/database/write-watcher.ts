import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { asUnknown, OutcomeUnknown } from './outcome-unknown.ts'
import { sendInFront } from './prepared-statements.ts'
import type { Tx } from './schema.ts'

const writes = /(insert\s+into|update|delete\s+from)\s+"?([a-z_]+)"?/gi

/** The tables a statement writes, by name, CTEs included; `+name` where it adds rows. */
export const tablesWritten = (sql: string): string[] =>
  [...sql.matchAll(writes)].flatMap(([, action = '', table = '']) => {
    const name = table.toLowerCase()
    return /^insert/i.test(action) ? [name, `+${name}`] : [name]
  })

/** The projects the transaction told of; none where it told nobody, or a whole workspace. */
export type Projects = ReadonlySet<string>
type Callback = (projects: Projects) => void

/** A statement that says which projects its transaction is about; `everywhere` where it cannot. */
interface Concerning {
  concerns?: readonly (string | typeof everywhere)[]
}
export const everywhere = Symbol('more than single projects')

export const concerning = <R>(
  query: CompiledQuery<R>,
  concerns: Concerning['concerns'] & object,
): CompiledQuery<R> & Concerning => ({ ...query, concerns })

/** A statement whose answer nobody waits for. */
interface Ahead {
  isAhead?: true
}

/**
 * Sends a statement and goes on: it travels together with those that follow, and should it fail, the
 * transaction does. Takes a Tx: outside of one nobody would hear of a failure.
 */
export async function sendAhead(tx: Tx, query: CompiledQuery | Compilable): Promise<void> {
  const compiled = 'compile' in query ? query.compile(tx) : query
  const ahead: CompiledQuery & Ahead = { ...compiled, isAhead: true }
  await tx.executeQuery(ahead)
}

/** The transaction also changes what is known of these projects. */
export const concern = (tx: Tx, projects: Concerning['concerns'] & object) =>
  sendAhead(tx, concerning(CompiledQuery.raw('select'), projects))

/** A query of Kysely's, or SQL by hand. */
interface Compilable {
  compile(tx: Tx): CompiledQuery
}

/**
 * Tells who asked that a table was written, right after the commit. The event stream is woken and
 * what is remembered is forgotten through here, so no feature has to remember to do it.
 */
export class WriteWatcher {
  readonly #callbacks = new Map<string, Set<Callback>>()

  on(tables: readonly string[], callback: Callback): void {
    for (const table of tables) {
      const callbacks = this.#callbacks.get(table) ?? new Set()
      this.#callbacks.set(table, callbacks.add(callback))
    }
  }

  isWatched(table: string): boolean {
    return this.#callbacks.has(table)
  }

  invalidate(tables: Iterable<string>, projects: Projects = new Set()): void {
    const due = new Set<Callback>()
    for (const table of tables) {
      for (const callback of this.#callbacks.get(table) ?? []) due.add(callback)
    }
    for (const callback of due) callback(projects)
  }
}

/** What a transaction has done so far. */
interface Actions {
  tables: Set<string>
  concerns: Set<string | typeof everywhere>
  /** With nobody waiting for the answer: sent in front of the next statement that somebody waits for. */
  ahead: CompiledQuery[]
  /** Does the database know of it yet? */
  isSent: boolean
  hasWritten: boolean
}

const projectsOf = (concerns: Actions['concerns']): Projects =>
  concerns.has(everywhere) ? new Set() : (concerns as Set<string>)

/** A statement is looked at once; the same text comes again and again. */
const known = new Map<string, readonly string[]>()
const MAX_CACHED = 2_000

function tablesOf(sql: string): readonly string[] {
  const cached = known.get(sql)
  if (cached) return cached
  const tables = tablesWritten(sql)
  if (known.size >= MAX_CACHED) known.clear()
  known.set(sql, tables)
  return tables
}

type Settings = Parameters<Driver['beginTransaction']>[1]

/** Kysely's own driver, with an ear on what is written. */
export class WatchingDriver implements Driver {
  readonly #driver: Driver
  readonly #watcher: WriteWatcher
  readonly #open = new WeakMap<DatabaseConnection, Actions>()
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

  async beginTransaction(connection: DatabaseConnection, settings: Settings): Promise<void> {
    const isPlain = !settings.isolationLevel && !settings.accessMode
    if (!isPlain) await this.#driver.beginTransaction(connection, settings)
    this.#open.set(connection, {
      tables: new Set(),
      concerns: new Set(),
      ahead: isPlain ? [CompiledQuery.raw('begin')] : [],
      isSent: !isPlain,
      hasWritten: false,
    })
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const done = this.#open.get(connection)
    await this.#driver.commitTransaction(connection).catch((error) => {
      const error_ = done?.hasWritten ? asUnknown(error) : error
      // Nobody is left to take it back from.
      if (done && error_ instanceof OutcomeUnknown) done.isSent = false
      throw error_
    })
    this.#open.delete(connection)
    if (done?.tables.size) this.#watcher.invalidate(done.tables, projectsOf(done.concerns))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const isSent = this.#open.get(connection)?.isSent ?? true
    this.#open.delete(connection)
    if (isSent) await this.#driver.rollbackTransaction(connection)
  }

  #watch(connection: DatabaseConnection): void {
    this.#watched.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async <R>(
      query: CompiledQuery & Concerning & Ahead,
    ): Promise<QueryResult<R>> => {
      const open = this.#open.get(connection)
      const written = tablesOf(query.sql)
      const result =
        open && query.isAhead
          ? wait(open, query)
          : await execute<R>(behind(open, query)).catch((error) => {
              throw !open && written.length > 0 ? asUnknown(error) : error
            })
      const { concerns = [] } = query
      for (const project of concerns) open?.concerns.add(project)
      if (open && written.length > 0) open.hasWritten = true
      const tables = written.filter((table) => this.#watcher.isWatched(table))
      if (tables.length === 0) return result
      if (open) for (const table of tables) open.tables.add(table)
      else this.#watcher.invalidate(tables, projectsOf(new Set(concerns)))
      return result
    }
  }
}

function wait({ ahead }: Actions, query: CompiledQuery) {
  ahead.push(query)
  return { rows: [] }
}

function behind(open: Actions | undefined, query: CompiledQuery): CompiledQuery {
  if (!open || open.ahead.length === 0) return query
  sendInFront(open.ahead, query)
  open.ahead = []
  open.isSent = true
  return query
}
