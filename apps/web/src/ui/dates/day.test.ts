import { expect, it } from 'vitest'
import { longDate, parseDay, rangeText, shortDate, toDay } from './day.ts'

it.each(['2026-11-14', '2024-02-29', '2026-01-01'])('%s stays the same day', (day) => {
  const date = parseDay(day)
  expect(date && toDay(date)).toBe(day)
})

it.each([null, undefined, '', 'soon', '2026-02-30', '2026-13-01'])('%o is no day', (day) => {
  expect(parseDay(day)).toBeUndefined()
  expect(longDate(day)).toBe('')
})

it('names the year only where it is not this one', () => {
  const today = new Date(2026, 10, 15)
  expect(shortDate('2026-11-04', today)).toBe('Nov 04')
  expect(shortDate('2027-01-05', today)).toBe('Jan 05, 2027')
})

it.each([
  ['2026-11-09', '2026-11-27', 'Nov 9 – 27, 2026'],
  ['2025-01-05', '2025-02-02', 'Jan 5 – Feb 2, 2025'],
  ['2024-12-28', '2025-01-04', 'Dec 28, 2024 – Jan 4, 2025'],
  ['2025-01-05', null, 'Jan 05, 2025'],
  ['2025-01-05', '2025-01-05', 'Jan 05, 2025'],
  [null, null, ''],
])('says %o to %o as %o', (start, end, text) => {
  expect(rangeText(start, end)).toBe(text)
})

it('writes days as the language does', () => {
  expect(longDate('2026-11-09', 'de')).toBe('09. Nov. 2026')
  expect(shortDate('2026-11-09', new Date(2026, 10, 15), 'de')).toBe('09. Nov.')
  expect(rangeText('2026-11-09', '2026-11-27', 'de')).toBe('9. – 27. Nov. 2026')
  expect(longDate('2026-11-09', 'ja')).toBe('2026年11月09日')
})
