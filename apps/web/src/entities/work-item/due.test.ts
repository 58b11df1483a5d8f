import { expect, it } from 'vitest'
import { columnDate, isLate } from './due.ts'

it.each([
  ['2026-11-14', 'started', true],
  ['2026-11-15', 'backlog', true],
  ['2026-11-16', 'started', false],
  ['2026-11-14', 'completed', false],
  ['2026-11-14', 'cancelled', false],
  [null, 'started', false],
] as const)('due %s in a state of group %s: late %s', (target_date, state__group, late) => {
  expect(isLate({ target_date, state__group }, '2026-11-15')).toBe(late)
})

it.each([
  ['2026-11-04', 'Nov 04'],
  ['2027-01-12', 'Jan ’27'],
])('%s fits its column as %s', (day, text) => {
  expect(columnDate(day, new Date(2026, 10, 15))).toBe(text)
})
