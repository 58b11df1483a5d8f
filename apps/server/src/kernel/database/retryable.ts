import { setTimeout as sleep } from 'node:timers/promises'

/** The transaction was rolled back through no fault of its own: a retry may succeed. */
export class RetryableFailure extends Error {
  constructor(cause: unknown) {
    super('The transaction was rolled back and can be tried again', { cause })
  }
}

const CONFLICTS = new Set([
  '40001', // serialization failure
  '40P01', // deadlock detected
])
/**
 * "cached plan must not change result type": a migration changed a table under a prepared statement.
 * Features PostgreSQL lacks have the same code and come from other routines.
 */
const STALE_PLAN = { code: '0A000', routine: 'RevalidateCachedQuery' }

const faultOf = (error: unknown) => (error ?? {}) as { code?: string; routine?: string }

export function isStalePlan(error: unknown): boolean {
  const { code, routine } = faultOf(error)
  return code === STALE_PLAN.code && routine === STALE_PLAN.routine
}

export const isConflict = (error: unknown) => CONFLICTS.has(faultOf(error).code ?? '')

/** The statement writes, and the database does not accept writes. */
export const isReadOnly = (error: unknown) => faultOf(error).code === '25006'

/**
 * Before anything is repeated after a conflict: PostgreSQL does not grant a row to the session that
 * waits for it if another requests it first, so an immediate repetition would deadlock again.
 */
export async function letOthersPass(error: unknown): Promise<void> {
  if (isConflict(error)) await sleep(10 + Math.random() * 40)
}
