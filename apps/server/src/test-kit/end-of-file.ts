import { afterAll } from 'vitest'

type Close = () => unknown

const opened: Close[] = []

/**
 * Closes something when the test file that opened it ends, the latest first. Can be called inside a
 * test, where `afterAll` has no effect.
 */
export const atEndOfFile = (close: Close) => void opened.push(close)

/** Every test file needs this hook: its worker goes on with the next file. */
export const closeAtEndOfFile = () =>
  afterAll(async () => {
    for (let close = opened.pop(); close; close = opened.pop()) await close()
  })
