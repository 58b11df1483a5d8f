import { expect, it } from 'vitest'
import ui from '../../locales/en/ui.json' with { type: 'json' }
import { readTypedDay } from './typed-day.ts'

// A Sunday.
const today = '2026-11-15'
const read = (text: string, on = today) =>
  readTypedDay(text, { words: ui.ui.day_words, today: on, locale: 'en' })

it.each([
  ['today', '2026-11-15'],
  [' Tomorrow ', '2026-11-16'],
  ['yesterday', '2026-11-14'],
  ['fri', '2026-11-20'],
  ['Wednesday', '2026-11-18'],
  ['3d', '2026-11-18'],
  ['in 3 days', '2026-11-18'],
  ['2 weeks', '2026-11-29'],
  ['in 1 month', '2026-12-15'],
  ['2026-12-24', '2026-12-24'],
  ['24.12.', '2026-12-24'],
  ['24.12.2027', '2027-12-24'],
  ['24 dec', '2026-12-24'],
  ['Dec 24th', '2026-12-24'],
  ['december 24, 2027', '2027-12-24'],
])('reads %s as %s', (text, day) => expect(read(text)).toBe(day))

it('means the next one to come where no year is said', () => {
  expect(read('1 mar')).toBe('2027-03-01')
  expect(read('15 nov')).toBe('2026-11-15')
  expect(read('29 feb')).toBeUndefined()
  expect(read('29 feb', '2027-06-01')).toBe('2028-02-29')
})

it('means the weekday to come, never today', () => {
  expect(read('sunday')).toBe('2026-11-22')
})

it('stays within a short month', () => {
  expect(read('1 month', '2027-01-31')).toBe('2027-02-28')
})

it.each(['', 'soon', 'de 24', '32 dec', '2026-02-30', 'for 3 days', '3', '0x10'])(
  'finds no day in %o',
  (text) => expect(read(text)).toBeUndefined(),
)
