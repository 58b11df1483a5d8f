import { addDays } from '@cairn/calendar'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayBy } from './days.ts'

it.each([
  ['today', [], '2024-02-29'],
  ['now', [], '2024-02-29'],
  ['startOfDay', [], '2024-02-29'],
  ['endOfDay', [], '2024-02-29'],
  ['startOfWeek', [], '2024-02-26'],
  ['endOfWeek', [], '2024-03-03'],
  ['startOfMonth', [], '2024-02-01'],
  ['endOfMonth', [], '2024-02-29'],
  ['startOfYear', [], '2024-01-01'],
  ['endOfYear', [], '2024-12-31'],
  ['daysAgo', ['29'], '2024-01-31'],
  ['daysFromNow', ['1'], '2024-03-01'],
  ['weeksAgo', ['2'], '2024-02-15'],
  ['weeksFromNow', ['1'], '2024-03-07'],
  ['monthsAgo', ['12'], '2023-02-28'],
  ['monthsFromNow', ['1'], '2024-03-29'],
  ['monthsAgo', ['99999'], null],
  ['daysAgo', ['x'], null],
  ['daysAgo', [], null],
  ['today', ['1'], null],
  ['constructor', [], undefined],
  ['nothing', [], undefined],
])('%s(%s) of a leap day is %s', (name, values, day) => {
  expect(dayBy(name, values, '2024-02-29')).toBe(day)
})

it('weeks, months and years hold their days, and begin where the one before ends', () => {
  const days = fc
    .integer({ min: 0, max: 80_000 })
    .map((days) => addDays('1950-01-01', days) ?? '1950-01-01')
  fc.assert(
    fc.property(days, (today) => {
      for (const what of ['Week', 'Month', 'Year']) {
        const from = dayBy(`startOf${what}`, [], today) ?? ''
        const to = dayBy(`endOf${what}`, [], today) ?? ''
        expect(from <= today && today <= to).toBe(true)
        const next = addDays(to, 1) ?? ''
        expect(dayBy(`startOf${what}`, [], next)).toBe(next)
        expect(dayBy(`endOf${what}`, [], from)).toBe(to)
      }
    }),
  )
})
