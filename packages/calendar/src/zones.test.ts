import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, dayOfNumber } from './days.ts'
import { dayInZone, isTimezone, momentInZone, offsetText, startOfDay, withOffset } from './zones.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kolkata', 'Pacific/Apia']
const anyZone = fc.constantFrom(...zones)
const anyDay = fc.integer({ min: 0, max: 30_000 }).map(dayOfNumber)

it('begins every day at its first moment, wherever it is', () => {
  fc.assert(
    fc.property(anyDay, anyZone, (day, zone) => {
      const start = Date.parse(startOfDay(day, zone))
      // Samoa skipped a day: there the next one begins instead.
      fc.pre(!(zone === 'Pacific/Apia' && day === '2011-12-30'))
      expect(dayInZone(start, zone)).toBe(day)
      expect(dayInZone(start - 1, zone) < day).toBe(true)
    }),
  )
})

it('begins a day after midnight where clocks skip it, and with the first of two midnights', () => {
  expect(startOfDay('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000000Z')
  expect(startOfDay('2026-10-25', 'Atlantic/Azores')).toBe('2026-10-25T00:00:00.000000Z')
})

it('finds the moment at which clocks somewhere show a time', () => {
  expect(momentInZone('2026-07-01', 9 * 60 + 30, 'Europe/Berlin').toISOString()).toBe(
    '2026-07-01T07:30:00.000Z',
  )
})

it('writes a moment with the offset of its zone', () => {
  expect(withOffset('2026-11-14T20:00:00Z', 'Asia/Kolkata')).toBe('2026-11-15T01:30:00+05:30')
  expect([0, -210, 345].map(offsetText)).toEqual(['+00:00', '-03:30', '+05:45'])
})

it('knows names of zones from offsets and from nothing', () => {
  expect(['Europe/Berlin', 'UTC', '+02:00', 'Mars/Olympus', ''].map(isTimezone)).toEqual([
    ...[true, true],
    ...[false, false, false],
  ])
})

it('adds no days beyond the years that can be written', () => {
  expect(addDays('9999-12-31', 1)).toBeUndefined()
})
