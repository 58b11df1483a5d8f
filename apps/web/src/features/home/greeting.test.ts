import { expect, it } from 'vitest'
import { clockIn, partOfDay } from './greeting.ts'

it.each([
  [0, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
])('at %i it is %s', (hour, part) => {
  expect(partOfDay(hour)).toBe(part)
})

it('goes by the clock of one’s own time zone', () => {
  const now = new Date('2026-11-16T03:24:00Z')
  expect(clockIn('UTC', now, 'en')).toEqual({
    day: 'Monday, Nov 16',
    time: expect.stringMatching(/^3:24\sAM$/),
    hour: 3,
  })
  expect(clockIn('America/New_York', now, 'en')).toEqual({
    day: 'Sunday, Nov 15',
    time: expect.stringMatching(/^10:24\sPM$/),
    hour: 22,
  })
  expect(clockIn('UTC', now, 'de')).toMatchObject({ day: 'Montag, 16. Nov.', time: '03:24' })
})
