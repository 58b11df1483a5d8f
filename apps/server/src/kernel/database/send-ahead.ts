import type { CompiledQuery } from 'kysely'
import type { Tx } from './schema.ts'

/** A statement whose result is not awaited. */
export interface Ahead {
  isAhead?: true
}

/** A Kysely query, or hand-written SQL. */
interface Compilable {
  compile(tx: Tx): CompiledQuery
}

/**
 * Queues a statement that returns nothing: it is sent together with the next awaited one, which
 * fails if this one does. Takes a Tx: outside of one a failure would go unnoticed.
 */
export async function sendAhead(tx: Tx, query: CompiledQuery | Compilable): Promise<void> {
  const compiled = 'compile' in query ? query.compile(tx) : query
  const ahead: CompiledQuery & Ahead = { ...compiled, isAhead: true }
  await tx.executeQuery(ahead)
}
