import { dayNumber, dayOfNumber, type WeekDay } from '@cairn/calendar'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { columnsIn, quarterOf, weekText } from './columns.ts'
import { type Zoom, zooms } from './geometry.ts'
import { extended, firstRange, including } from './range.ts'

const today = dayNumber('2026-11-16')
const anyZoom = fc.constantFrom<Zoom>(...zooms)
const anyStart = fc.integer({ min: 0, max: 6 }) as fc.Arbitrary<WeekDay>
const anyDay = fc.integer({ min: today - 4_000, max: today + 4_000 })

it('covers every day with columns, one after the other, and marks the one with today', () => {
  fc.assert(
    fc.property(
      anyDay,
      fc.integer({ min: 1, max: 900 }),
      anyZoom,
      anyStart,
      (from, days, zoom, weekStart) => {
        const to = from + days
        for (const line of Object.values(columnsIn(zoom, { from, to, today, weekStart }))) {
          expect(line[0]?.first).toBeLessThanOrEqual(from)
          line.forEach((column, index) => {
            const next = line[index + 1]
            if (next) expect(column.first + column.days).toBe(next.first)
            else expect(column.first + column.days).toBeGreaterThanOrEqual(to)
            expect(column.current).toBe(today >= column.first && today < column.first + column.days)
          })
        }
      },
    ),
  )
})

it('has days below weeks, weeks below months, months below quarters', () => {
  const window = { from: today, to: today + 1, today, weekStart: 0 as const }
  const firsts = (zoom: Zoom) => {
    const { upper, lower } = columnsIn(zoom, window)
    return [upper, lower].map(([column]) => column && `${dayOfNumber(column.first)} ${column.days}`)
  }
  expect(firsts('week')).toEqual(['2026-11-15 7', '2026-11-16 1'])
  expect(firsts('month')).toEqual(['2026-11-01 30', '2026-11-15 7'])
  expect(firsts('quarter')).toEqual(['2026-10-01 92', '2026-11-01 30'])
})

it('names weeks and quarters', () => {
  expect(weekText({ first: dayNumber('2026-11-29') })).toEqual({ days: '29-5', number: 49 })
  expect(quarterOf({ first: dayNumber('2026-10-01') })).toBe(4)
})

it.each([
  ['week', '2026-06-28', '2027-04-01'],
  ['month', '2026-04-26', '2027-06-01'],
  ['quarter', '2024-11-01', '2028-12-01'],
] as const)('begins with months on both sides of today in %s zoom', (zoom, first, end) => {
  const range = firstRange(today, zoom, 0)
  expect([dayOfNumber(range.first), dayOfNumber(range.end)]).toEqual([first, end])
})

it('grows to the side that is asked for, and reaches every day', () => {
  fc.assert(
    fc.property(anyDay, anyZoom, anyStart, (day, zoom, weekStart) => {
      const range = firstRange(today, zoom, weekStart)
      const left = extended(range, 'left', zoom, weekStart)
      const right = extended(range, 'right', zoom, weekStart)
      expect(left.end).toBe(range.end)
      expect(left.first).toBeLessThan(range.first)
      expect(right.first).toBe(range.first)
      expect(right.end).toBeGreaterThan(range.end)
      const around = including(range, day, zoom, weekStart)
      expect(around.first).toBeLessThan(day)
      expect(around.end).toBeGreaterThan(day)
      expect(including(around, day, zoom, weekStart)).toEqual(around)
    }),
  )
})
