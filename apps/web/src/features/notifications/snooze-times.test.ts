import { expect, it } from 'vitest'
import { momentText } from '#ui/dates/own-zone.ts'
import { inDays, momentOf, timesOf } from './snooze-times.ts'

it('offers the half hours of a day, of today those to come', () => {
  const now = new Date(2026, 10, 15, 22, 40)
  expect(timesOf(new Date(2026, 10, 15), now)).toEqual([23 * 60, 23 * 60 + 30])
  expect(timesOf(new Date(2026, 10, 16), now)).toHaveLength(48)
  expect(timesOf(new Date(2026, 10, 14), now)).toEqual([])
  expect(timesOf(new Date(2026, 10, 15), new Date(2026, 10, 15, 23, 45))).toEqual([])
})

it('puts off by days of the calendar', () => {
  const now = new Date(2026, 11, 30, 9, 15)
  expect(new Date(inDays(3, now))).toEqual(new Date(2027, 0, 2, 9, 15))
})

it('says the time of the clock', () => {
  const text = momentText(momentOf(new Date(2026, 10, 15), 9 * 60 + 30), 'time')
  expect(text.replace(/\s/, ' ')).toBe('9:30 AM')
})
