import { expect, it } from 'vitest'
import { lastDue, nextDue, type Schedule } from './schedule.ts'

const daily = (hour: number, time_zone = 'UTC'): Schedule => ({
  ...{ frequency: 'daily', weekday: 0, hour, time_zone },
})
const weekly = (weekday: number, hour: number): Schedule => ({
  ...{ frequency: 'weekly', weekday, hour, time_zone: 'UTC' },
})

it.each([
  ['2026-11-19T02:59:59Z', daily(3), '2026-11-18T03:00:00Z', '2026-11-19T03:00:00Z'],
  ['2026-11-19T03:00:00Z', daily(3), '2026-11-19T03:00:00Z', '2026-11-20T03:00:00Z'],
  ['2026-11-19T12:00:00Z', daily(23, 'Asia/Tokyo'), '2026-11-18T14:00:00Z', '2026-11-19T14:00:00Z'],
  // 2026-11-19 is a Thursday.
  ['2026-11-19T12:00:00Z', weekly(4, 11), '2026-11-19T11:00:00Z', '2026-11-26T11:00:00Z'],
  ['2026-11-19T12:00:00Z', weekly(4, 13), '2026-11-12T13:00:00Z', '2026-11-19T13:00:00Z'],
  ['2026-11-19T12:00:00Z', weekly(0, 0), '2026-11-15T00:00:00Z', '2026-11-22T00:00:00Z'],
  // 02:00 does not exist in Berlin on March 29, and exists twice on October 25.
  [
    '2026-03-29T12:00:00Z',
    daily(2, 'Europe/Berlin'),
    '2026-03-29T01:00:00Z',
    '2026-03-30T00:00:00Z',
  ],
  [
    '2026-10-25T12:00:00Z',
    daily(2, 'Europe/Berlin'),
    '2026-10-25T01:00:00Z',
    '2026-10-26T01:00:00Z',
  ],
])('at %s, %o was due at %s and is due at %s', (moment, schedule, last, next) => {
  const at = Date.parse(moment)
  const times = [lastDue(schedule, at), nextDue(schedule, at)]
  expect(times.map((time) => new Date(time).toISOString().replace('.000', ''))).toEqual([
    last,
    next,
  ])
})
