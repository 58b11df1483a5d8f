/** Including the first one. */
export const MAX_TRIES = 8

const FIRST_PAUSE = 60
const LAST_PAUSE = 6 * 60 * 60
/** Spreads retries, so that calls that failed together are not retried together. */
const SPREAD = 0.1

/**
 * Seconds until the next try, from a minute to six hours; null after the last. `chance` is from 0
 * to 1.
 */
export function secondsUntilNextTry(tries: number, chance = Math.random()): number | null {
  if (tries >= MAX_TRIES) return null
  const pauses = MAX_TRIES - 2
  const pause = FIRST_PAUSE * (LAST_PAUSE / FIRST_PAUSE) ** ((tries - 1) / pauses)
  return pause * (1 + SPREAD * (2 * chance - 1))
}
