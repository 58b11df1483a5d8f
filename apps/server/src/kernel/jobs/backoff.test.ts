import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_TRIES, secondsUntilNextTry } from './backoff.ts'

const chance = fc.double({ min: 0, max: 1, noNaN: true })
const tries = fc.integer({ min: 1, max: MAX_TRIES - 1 })

it('waits from about a minute to about six hours, longer each time', () => {
  fc.assert(
    fc.property(tries, chance, chance, (n, one, other) => {
      const pause = secondsUntilNextTry(n, one) ?? 0
      expect(pause).toBeGreaterThanOrEqual(54)
      expect(pause).toBeLessThanOrEqual(1.1 * 6 * 60 * 60)
      const next = secondsUntilNextTry(n + 1, other)
      if (next !== null) expect(next).toBeGreaterThan(pause)
    }),
  )
  expect(secondsUntilNextTry(1, 0.5)).toBe(60)
  expect(secondsUntilNextTry(MAX_TRIES - 1, 0.5)).toBeCloseTo(6 * 60 * 60)
})

it('gives up after the eighth try', () => {
  fc.assert(
    fc.property(fc.integer({ min: MAX_TRIES, max: 1000 }), chance, (n, one) => {
      expect(secondsUntilNextTry(n, one)).toBeNull()
    }),
  )
})
