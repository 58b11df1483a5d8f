import {
  dayNumber,
  dayOfNumber,
  isWeekend,
  monthFirst,
  type WeekDay,
  weekDayOf,
} from '@cairn/calendar'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOutside, nextDay, type Shown, spanOf, stepped, titleOf, weeksOf } from './days.ts'

const month = (day: string, more: Partial<Shown> = {}): Shown => ({
  layout: 'month',
  day: dayNumber(day),
  weekStart: 0,
  weekends: true,
  ...more,
})
const anyShown = fc.record({
  layout: fc.constantFrom<'month' | 'week'>('month', 'week'),
  day: fc.integer({ min: dayNumber('2000-01-01'), max: dayNumber('2060-01-01') }),
  weekStart: fc.integer({ min: 0, max: 6 }) as fc.Arbitrary<WeekDay>,
  weekends: fc.boolean(),
})

describe('weeks', () => {
  it('hold every day of the month that is shown, once and in order', () => {
    fc.assert(
      fc.property(anyShown, (shown) => {
        const days = weeksOf(shown).flat()
        expect(days).toEqual([...new Set(days)].sort((a, b) => a - b))
        if (shown.layout === 'week') return
        for (let day = monthFirst(shown.day); day < monthFirst(shown.day, 1); day += 1) {
          expect(days.includes(day)).toBe(shown.weekends || !isWeekend(day))
        }
      }),
    )
  })

  it('begin with the chosen day, and are as long as the weekend says', () => {
    fc.assert(
      fc.property(anyShown, (shown) => {
        for (const week of weeksOf(shown)) {
          expect(week.length).toBe(shown.weekends ? 7 : 5)
          if (shown.weekends) expect(weekDayOf(week[0] ?? 0)).toBe(shown.weekStart)
        }
      }),
    )
  })

  it('leave out a row in which only the hidden weekend is of the month', () => {
    // August 2026 begins on a Saturday.
    const [first] = weeksOf(month('2026-08-10', { weekends: false }))
    expect(first?.map(dayOfNumber)).toEqual([
      '2026-08-03',
      '2026-08-04',
      '2026-08-05',
      '2026-08-06',
      '2026-08-07',
    ])
  })

  it('are read whole, with the weekend or without', () => {
    const shown = month('2026-11-16')
    const span = { first: '2026-11-01', last: '2026-12-05' }
    expect(spanOf(weeksOf(shown), 0)).toEqual(span)
    expect(spanOf(weeksOf({ ...shown, weekends: false }), 0)).toEqual(span)
  })
})

it.each([
  [month('2026-11-16'), 'November 2026'],
  [month('2026-11-16', { layout: 'week' }), 'November 2026'],
  [month('2026-10-01', { layout: 'week' }), 'Sep - Oct 2026'],
  [month('2025-01-01', { layout: 'week' }), 'Dec 2024 - Jan 2025'],
])('is titled by its months', (shown, title) => {
  expect(titleOf(shown, 'en')).toBe(title)
})

it('goes to the next month or week, and back', () => {
  expect(dayOfNumber(stepped(dayNumber('2026-01-31'), 'month', 1))).toBe('2026-02-01')
  expect(dayOfNumber(stepped(dayNumber('2026-01-31'), 'month', -1))).toBe('2025-12-01')
  expect(dayOfNumber(stepped(dayNumber('2026-12-30'), 'week', 1))).toBe('2027-01-06')
})

it('mutes days of other months, in months only', () => {
  const day = dayNumber('2026-12-01')
  expect(isOutside(day, month('2026-11-16'))).toBe(true)
  expect(isOutside(day, month('2026-11-30', { layout: 'week' }))).toBe(false)
})

it('walks from day to day by the arrow keys, over hidden weekends', () => {
  const weeks = weeksOf(month('2026-11-16', { weekends: false }))
  const from = (day: string, key: string) => {
    const next = nextDay(dayNumber(day), key, weeks)
    return next === undefined ? undefined : dayOfNumber(next)
  }
  expect(from('2026-11-06', 'ArrowRight')).toBe('2026-11-09')
  expect(from('2026-11-09', 'ArrowLeft')).toBe('2026-11-06')
  expect(from('2026-11-09', 'ArrowUp')).toBe('2026-11-02')
  expect(from('2026-11-02', 'ArrowUp')).toBeUndefined()
  expect(from('2026-11-09', 'ArrowDown')).toBe('2026-11-16')
  expect(from('2026-11-11', 'Home')).toBe('2026-11-09')
  expect(from('2026-11-11', 'End')).toBe('2026-11-13')
  expect(from('2026-11-11', 'x')).toBeUndefined()
})
