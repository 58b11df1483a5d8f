import { isDeepStrictEqual } from 'node:util'
import type { CompiledQuery } from 'kysely'
import type { QueryResult } from 'pg'
import { Changes } from './write-watcher.ts'

/** Statements that were sent together, and what the last of them returned. */
interface Sent {
  batch: readonly CompiledQuery[]
  result: QueryResult
}

const MAX_BATCHES = 30
const MAX_ROWS = 1_000

/** The state of a transaction between its `begin` and its end. */
export class OpenTransaction {
  readonly changes = new Changes()
  /** Sent before the next statement whose result is awaited; at first only `begin`. */
  queued: CompiledQuery[]
  isSent = false
  hasWritten = false
  /** A statement failed, or is running. */
  isAborted = false
  /** Undefined once it is too long to be run a second time. */
  #log: Sent[] | undefined = []
  #rows = 0

  constructor(begin: CompiledQuery) {
    this.queued = [begin]
  }

  /** Everything that has to be sent now, `query` last. */
  take(query: CompiledQuery): CompiledQuery[] {
    const batch = [...this.queued, query]
    this.queued = []
    this.isSent = true
    return batch
  }

  note(batch: readonly CompiledQuery[], result: QueryResult): void {
    if (!this.#log) return
    this.#rows += result.rows.length
    this.#log.push({ batch, result })
    if (this.#log.length > MAX_BATCHES || this.#rows > MAX_ROWS) this.#log = undefined
  }

  /**
   * Runs everything once more in a new transaction. False if it is too long for that, or if a
   * statement returns different rows than before: the caller may have made decisions based on
   * those.
   */
  async replay(run: (batch: readonly CompiledQuery[]) => Promise<QueryResult>): Promise<boolean> {
    for (const { batch, result } of this.#log ?? []) {
      if (!isDeepStrictEqual((await run(batch)).rows, result.rows)) return false
    }
    return this.#log !== undefined
  }
}
