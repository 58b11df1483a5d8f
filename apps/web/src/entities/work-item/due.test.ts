import { afterEach, expect, it, vi } from 'vitest'
import { liveIn } from '#ui/dates/own-zone.ts'
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

afterEach(() => {
  vi.useRealTimers()
  liveIn(undefined)
})

it.each([
  // Half past four in the afternoon of the 14th in Los Angeles, and of the 15th already in Auckland.
  ['America/Los_Angeles', '2026-11-15T00:30:00Z', '2026-11-14', 0],
  ['Pacific/Auckland', '2026-11-15T00:30:00Z', '2026-11-14', 1],
  // The last second of the day it is due, and the first of the next.
  ['America/Los_Angeles', '2026-11-15T07:59:59Z', '2026-11-14', 0],
  ['America/Los_Angeles', '2026-11-15T08:00:00Z', '2026-11-14', 1],
] as const)('in %s at %s what is due on %s is %s days late', (zone, now, target_date, days) => {
  vi.useFakeTimers({ now: new Date(now) })
  liveIn(zone)
  expect(daysLate({ target_date, state__group: 'started' })).toBe(days)
})

it.each([
  ['2026-11-04', 'Nov 04'],
  ['2027-01-12', 'Jan ’27'],
])('%s fits its column as %s', (day, text) => {
  expect(columnDate(day, new Date(2026, 10, 15))).toBe(text)
})
