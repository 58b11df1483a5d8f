import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { tracePoints } from '#kernel/trace-points.ts'
import { type Cancel, currentSignal, whileAwaited } from './cancel.ts'
import { OpenTransaction } from './open-transaction.ts'
import { asUnknown, OutcomeUnknown } from './outcome-unknown.ts'
import {
  isConflict,
  isReadOnly,
  isStalePlan,
  letOthersPass,
  RetryableFailure,
} from './retryable.ts'
import type { Ahead } from './send-ahead.ts'
import type { StatementNames } from './statement-names.ts'
import { Changes, type Concerning, type WriteWatcher } from './write-watcher.ts'
import { effectOf } from './written-tables.ts'

export interface Session {
  watcher: WriteWatcher
  /**
   * Undefined if the next transaction may get another session, which has no prepared statements.
   */
  names: StatementNames | undefined
  cancel: Cancel
}

const commit = CompiledQuery.raw('commit')
const rollback = CompiledQuery.raw('rollback')

function beginOf({ isolationLevel, accessMode }: TransactionSettings): CompiledQuery {
  const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
  return CompiledQuery.raw(`begin${level}${accessMode ? ` ${accessMode}` : ''}`)
}

const isBegin = (query: CompiledQuery | undefined) => query?.sql.startsWith('begin') ?? false

/** Without parameters only the statements of every transaction repeat. */
const mayRepeat = (text: string, values: readonly unknown[]) =>
  values.length > 0 || text === 'begin' || text === 'commit'

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const toResult = <R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> =>
  counted.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }

/** One connection of the pool, as Kysely uses it. */
export class DriverConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #session: Session
  #transaction: OpenTransaction | undefined
  #generation: number
  #process: Promise<number> | undefined
  #isBroken = false

  constructor(client: pg.PoolClient, session: Session) {
    this.#client = client
    this.#session = session
    this.#generation = session.names?.generation ?? 0
  }

  async executeQuery<R>(query: CompiledQuery & Ahead & Concerning): Promise<QueryResult<R>> {
    const effect = effectOf(query.sql)
    const writes = effect.isUnknown || effect.tables.length > 0
    const transaction = this.#transaction
    if (!transaction) {
      const result = await this.#runAlone(query).catch((error) => {
        throw writes ? asUnknown(error) : error
      })
      if (writes) this.#committed(new Changes().add(effect, query.concerns))
      return toResult(result)
    }
    if (query.isAhead) transaction.queued.push(query)
    const result = query.isAhead ? undefined : await this.#runInside(transaction, query)
    transaction.changes.add(effect, query.concerns)
    transaction.hasWritten ||= writes
    return result ? toResult(result) : { rows: [] }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Results are not streamed: read them page by page')
  }

  /** `begin` is sent together with the first statement. */
  begin(settings: TransactionSettings): void {
    this.#transaction = new OpenTransaction(beginOf(settings))
  }

  async commit(): Promise<void> {
    const transaction = this.#transaction
    if (!transaction) throw new Error('There is no transaction to commit')
    if (transaction.isAborted) {
      await this.rollback()
      throw new AbortedTransactionError()
    }
    const { command } = await this.#runInside(transaction, commit).catch((error) => {
      const failure = transaction.hasWritten ? asUnknown(error) : error
      // The connection is lost: there is nothing left to roll back.
      if (failure instanceof OutcomeUnknown) transaction.isSent = false
      throw failure
    })
    this.#transaction = undefined
    if (command === 'ROLLBACK') throw new AbortedTransactionError()
    this.#committed(transaction.changes)
  }

  async rollback(): Promise<void> {
    const isSent = this.#transaction?.isSent
    this.#transaction = undefined
    if (!isSent) return
    // Not canceled with the request: the connection returns to the pool.
    await this.#sendAtOnce(rollback, []).catch((error) => {
      this.#isBroken = true
      throw error
    })
  }

  release(): void {
    // An open transaction must not be continued by the next user of the connection.
    this.#client.release(this.#isBroken || this.#transaction !== undefined)
  }

  #committed(changes: Changes): void {
    // It may have changed a table that prepared statements use.
    if (changes.isUnknown) this.#session.names?.drop()
    this.#session.watcher.invalidateFor(changes)
  }

  /** If it failed through no fault of its own nothing was done, so it is sent once more. */
  async #runAlone(query: CompiledQuery): Promise<pg.QueryResult> {
    const generation = this.#deallocateStale()
    try {
      return await this.#send([query])
    } catch (error) {
      if (!this.#isRetryable(error, generation)) throw error
      await letOthersPass(error)
      this.#deallocateStale()
      return this.#send([query])
    }
  }

  async #runInside(transaction: OpenTransaction, query: CompiledQuery): Promise<pg.QueryResult> {
    if (transaction.isAborted) throw new Error('A statement of this transaction has failed')
    const generation = transaction.isSent
      ? this.#session.names?.generation
      : this.#deallocateStale()
    const batch = transaction.take(query)
    // Until it succeeds: anything else that is sent would fail, or run outside of the transaction.
    transaction.isAborted = true
    const result = await this.#send(batch).catch((error) => {
      if (this.#isRetryable(error, generation)) return this.#replay(transaction, batch, error)
      throw error
    })
    transaction.isAborted = false
    transaction.note(batch, result)
    return result
  }

  /** Runs everything once more, provided that earlier results are unchanged. */
  async #replay(transaction: OpenTransaction, batch: readonly CompiledQuery[], cause: unknown) {
    await this.#send([rollback])
    await letOthersPass(cause)
    const generation = this.#deallocateStale()
    try {
      if (await transaction.replay((again) => this.#send(again))) return await this.#send(batch)
    } catch (error) {
      if (!this.#isRetryable(error, generation)) throw error
    }
    throw new RetryableFailure(cause)
  }

  #isRetryable(error: unknown, generation: number | undefined): boolean {
    const { names } = this.#session
    if (!names || !isStalePlan(error)) return isConflict(error)
    names.drop(generation)
    return true
  }

  /** Outside of a transaction: a failed one would refuse it. */
  #deallocateStale(): number | undefined {
    const { names } = this.#session
    if (names && names.generation !== this.#generation) {
      this.#generation = names.generation
      this.#client.query('deallocate all').catch(() => {})
    }
    return names?.generation
  }

  /** Sends statements together and returns the result of the last. */
  async #send(batch: readonly CompiledQuery[]): Promise<pg.QueryResult> {
    const [first, ...rest] = batch
    if (!first) throw new Error('There is nothing to send')
    if (!currentSignal()) return this.#sendAtOnce(first, rest)
    this.#process ??= this.#askForProcess()
    if (!isBegin(first)) return this.#sendCancellable(first, rest)
    // A cancel that hits `begin` would leave the statements sent with it outside of the
    // transaction.
    const [second, ...others] = rest
    const begun = await this.#query(first)
    return second ? this.#sendCancellable(second, others) : begun
  }

  async #sendAtOnce(first: CompiledQuery, rest: readonly CompiledQuery[]) {
    if (rest.length === 0) return this.#query(first)
    const { stream } = this.#client.connection
    // One system call for all of them: it costs more than a small statement.
    stream.cork()
    const answers = [first, ...rest].map((query) => this.#query(query))
    stream.uncork()
    // Only the first failure is reported: the following statements fail because of it.
    for (const answer of answers) answer.catch(() => {})
    return (await Promise.all(answers)).at(-1) as pg.QueryResult
  }

  #sendCancellable(first: CompiledQuery, rest: readonly CompiledQuery[]) {
    const cancel = async () => this.#session.cancel((await this.#process) ?? 0)
    return whileAwaited(cancel, () => this.#sendAtOnce(first, rest))
  }

  async #askForProcess(): Promise<number> {
    const { rows } = await this.#client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid ?? 0
  }

  #query(query: CompiledQuery): Promise<pg.QueryResult> {
    const config = this.#configOf(query)
    const { statement } = tracePoints
    const send = () =>
      this.#client.query(config).catch((error: unknown) => {
        // It leads to what is no longer the primary: a new one finds the new primary.
        this.#isBroken ||= isReadOnly(error)
        throw error
      })
    return statement.hasSubscribers ? statement.tracePromise(send, { text: query.sql }) : send()
  }

  #configOf({ sql: text, parameters }: CompiledQuery): pg.QueryConfig<unknown[]> {
    const values = parameters as unknown[]
    const name = mayRepeat(text, values) ? this.#session.names?.nameOf(text) : undefined
    return name ? { name, text, values } : { text, values }
  }
}
