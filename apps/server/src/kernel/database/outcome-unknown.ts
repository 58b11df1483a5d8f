import { isDatabaseAway } from '#kernel/http/errors.ts'

/** The connection broke off before the database said whether it had done what it was told. */
export class OutcomeUnknown extends Error {}

/** What the database says itself, also in its last words, it has not done; nor what never left us. */
function isUnknown(error: unknown): boolean {
  if (!isDatabaseAway(error) || 'severity' in (error as object)) return false
  return !/not queryable/.test((error as Error).message)
}

export const asUnknown = (error: unknown): unknown =>
  isUnknown(error) ? new OutcomeUnknown((error as Error).message, { cause: error }) : error
