import { expect, it } from 'vitest'
import { endOf, expiryAfter, type Term } from './expiry.ts'

it.each<[Term, Date]>([
  ['week', new Date(2026, 10, 21, 9, 30)],
  ['month', new Date(2026, 11, 14, 9, 30)],
  ['quarter', new Date(2027, 1, 14, 9, 30)],
  ['year', new Date(2027, 10, 14, 9, 30)],
])('a token for a %s ends at the same time of day', (term, end) => {
  expect(expiryAfter(term, new Date(2026, 10, 14, 9, 30))).toEqual(end)
})

it('counts the last day in', () => {
  expect(endOf('2026-11-14')).toEqual(new Date(2026, 10, 14, 23, 59, 59))
  expect(endOf('nonsense')).toBeUndefined()
})
