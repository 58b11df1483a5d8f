import { expect, it } from 'vitest'
import { timeAgo } from './time-ago.ts'

const now = new Date('2026-11-14T12:00:00Z')

it.each([
  ['2026-11-14T12:00:00Z', 'now'],
  ['2026-11-14T11:59:30Z', '30 seconds ago'],
  ['2026-11-14T11:58:01Z', '1 minute ago'],
  ['2026-11-14T10:00:00Z', '2 hours ago'],
  ['2026-11-13T11:00:00Z', 'yesterday'],
  ['2026-11-10T12:00:00Z', '4 days ago'],
  ['2026-09-10T12:00:00Z', '2 months ago'],
  ['2024-11-10T12:00:00Z', '2 years ago'],
  ['2026-11-17T12:00:00Z', 'in 3 days'],
])('says %s as "%s"', (moment, words) => {
  expect(timeAgo(new Date(moment), now)).toBe(words)
})
