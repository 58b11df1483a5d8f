import { expect, it } from 'vitest'
import { columnDate, daysLate, isLate } from './due.ts'

it.each([
  ['2026-10-31', 'started', 15],
  ['2026-11-14', 'started', 1],
  ['2026-11-15', 'backlog', 0],
  ['2026-11-16', 'started', 0],
  ['2026-11-14', 'completed', 0],
  ['2026-11-14', 'cancelled', 0],
  [null, 'started', 0],
] as const)('due %s in a state of group %s: %s days late', (target_date, state__group, days) => {
  const item = { target_date, state__group }
  expect(daysLate(item, '2026-11-15')).toBe(days)
  expect(isLate(item, '2026-11-15')).toBe(days > 0)
})

it.each([
  ['2026-11-04', 'Nov 04'],
  ['2027-01-12', 'Jan ’27'],
])('%s fits its column as %s', (day, text) => {
  expect(columnDate(day, new Date(2026, 10, 15))).toBe(text)
})
