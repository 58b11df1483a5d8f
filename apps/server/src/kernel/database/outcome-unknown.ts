import { isDatabaseAway } from '#kernel/http/errors.ts'

/** The connection was lost before the database confirmed the result. */
export class OutcomeUnknown extends Error {}

/**
 * If the database itself reported the error, nothing was done; nor if the statement was never sent.
 */
function isUnknown(error: unknown): boolean {
  if (!isDatabaseAway(error) || 'severity' in (error as object)) return false
  return !/not queryable/.test((error as Error).message)
}

export const asUnknown = (error: unknown): unknown =>
  isUnknown(error) ? new OutcomeUnknown((error as Error).message, { cause: error }) : error
