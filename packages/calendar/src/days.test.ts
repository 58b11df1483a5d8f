import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  dayNumber,
  dayOfNumber,
  isWeekend,
  monthFirst,
  type WeekDay,
  weekDayOf,
  weekFirst,
  weekNumber,
} from './days.ts'

const days = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2199-12-31') })
const starts = fc.integer({ min: 0, max: 6 }) as fc.Arbitrary<WeekDay>

it('turns every day into a number and back', () => {
  fc.assert(
    fc.property(days, (number) => {
      expect(dayNumber(dayOfNumber(number))).toBe(number)
    }),
  )
})

it('counts one day where the clocks change', () => {
  expect(dayNumber('2026-03-30') - dayNumber('2026-03-29')).toBe(1)
  expect(dayNumber('2026-10-26') - dayNumber('2026-10-25')).toBe(1)
})

it('knows the day of the week', () => {
  expect(weekDayOf(dayNumber('2026-11-16'))).toBe(1)
  expect(isWeekend(dayNumber('2026-11-15'))).toBe(true)
  expect(isWeekend(dayNumber('2026-11-14'))).toBe(true)
  expect(isWeekend(dayNumber('2026-11-13'))).toBe(false)
})

it('begins a week at most six days before any day in it', () => {
  fc.assert(
    fc.property(days, starts, (number, weekStart) => {
      const first = weekFirst(number, weekStart)
      expect(weekDayOf(first)).toBe(weekStart)
      expect(number - first).toBeGreaterThanOrEqual(0)
      expect(number - first).toBeLessThan(7)
    }),
  )
})

it.each([
  ['2026-11-16', 0, '2026-11-01'],
  ['2026-11-16', 2, '2027-01-01'],
  ['2026-01-31', -1, '2025-12-01'],
])('finds the first of the month of %s, %i months later', (day, later, first) => {
  expect(dayOfNumber(monthFirst(dayNumber(day), later))).toBe(first)
})

it.each([
  ['2026-11-01', 45],
  ['2026-11-02', 45],
  ['2026-11-15', 47],
  ['2026-12-28', 53],
  ['2025-12-29', 1],
])('numbers the week that begins on %s', (first, number) => {
  expect(weekNumber(dayNumber(first))).toBe(number)
})
