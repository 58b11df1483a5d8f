import { dayNumber } from '@cairn/calendar'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  awayFrom,
  blockOf,
  type Dates,
  datesOf,
  dayAt,
  daysLong,
  dayWidths,
  dragged,
  edgeSpeed,
  newDates,
  nudged,
  orderBetween,
  type Part,
  placeAt,
  toFields,
  xOf,
  type Zoom,
  zooms,
} from './geometry.ts'

const first = dayNumber('2026-07-01')
const nov = (day: number) => dayNumber(`2026-11-${String(day).padStart(2, '0')}`)
const anyDay = fc.integer({ min: first - 500, max: first + 2_000 })
const anyZoom = fc.constantFrom<Zoom>(...zooms)
const anyPart = fc.constantFrom<Part>('move', 'start', 'due')
const bothDates = fc
  .tuple(anyDay, fc.integer({ min: 0, max: 400 }))
  .map(([start, days]): Dates => ({ start, due: start + days }))
const anyDates = fc.oneof(
  bothDates,
  anyDay.map((start): Dates => ({ start, due: null })),
  anyDay.map((due): Dates => ({ start: null, due })),
)
const anyPixels = fc.integer({ min: -4_000, max: 4_000 })

it('finds the day again that a place stands for', () => {
  fc.assert(
    fc.property(anyDay, anyZoom, (day, zoom) => {
      expect(dayAt(xOf(day, { zoom, first }), { zoom, first })).toBeCloseTo(day)
    }),
  )
})

it('reads and writes dates as the contract has them', () => {
  const fields = { start_date: '2026-11-09', target_date: null }
  expect(toFields(datesOf(fields))).toEqual(fields)
  expect(daysLong(datesOf({ start_date: '2026-11-09', target_date: '2026-11-14' }))).toBe(6)
  expect(daysLong(datesOf(fields))).toBeUndefined()
})

describe('blocks', () => {
  it.each([
    ['week', 60, 360],
    ['month', 20, 120],
    ['quarter', 5, 30],
  ] as const)('spans both dates inclusively in %s zoom: %i pixels a day', (zoom, day, width) => {
    expect(dayWidths[zoom]).toBe(day)
    const block = blockOf({ start: nov(9), due: nov(14) }, { zoom, first: nov(1) })
    expect(block).toEqual({ left: 8 * day, width, open: undefined })
  })

  it('is 60 pixels with one date, ends on a due date and opens to the missing side', () => {
    const scale = { zoom: 'month', first: nov(1) } as const
    expect(blockOf({ start: nov(9), due: null }, scale)).toEqual({
      left: 160,
      width: 60,
      open: 'due',
    })
    expect(blockOf({ start: null, due: nov(9) }, scale)).toEqual({
      left: 120,
      width: 60,
      open: 'start',
    })
    expect(blockOf({ start: null, due: null }, scale)).toBeUndefined()
  })

  it('is a day wide at least, also when its dates are in the wrong order', () => {
    const block = blockOf({ start: nov(9), due: nov(2) }, { zoom: 'week', first: nov(1) })
    expect(block?.width).toBe(60)
  })

  it('lies to the left or the right of what is seen, or in it', () => {
    const block = { left: 1_000, width: 100, open: undefined }
    expect(awayFrom(block, { left: 1_100, right: 2_000 })).toBe('left')
    expect(awayFrom(block, { left: 0, right: 1_000 })).toBe('right')
    expect(awayFrom(block, { left: 1_099, right: 2_000 })).toBeUndefined()
    expect(awayFrom(block, { left: 0, right: 1_001 })).toBeUndefined()
  })
})

describe('dragging', () => {
  it('moves both dates by the same whole days', () => {
    fc.assert(
      fc.property(bothDates, anyPixels, anyZoom, (dates, pixels, zoom) => {
        const after = dragged(dates, 'move', pixels, zoom)
        const days = Math.round(pixels / dayWidths[zoom])
        expect(after.start).toBe((dates.start ?? 0) + days)
        expect(daysLong(after)).toBe(daysLong(dates))
      }),
    )
  })

  it('changes one date by its edge, and never makes a block shorter than a day', () => {
    fc.assert(
      fc.property(bothDates, anyPixels, anyZoom, (dates, pixels, zoom) => {
        const byStart = dragged(dates, 'start', pixels, zoom)
        const byDue = dragged(dates, 'due', pixels, zoom)
        expect(byStart.due).toBe(dates.due)
        expect(byDue.start).toBe(dates.start)
        expect(daysLong(byStart)).toBeGreaterThanOrEqual(1)
        expect(daysLong(byDue)).toBeGreaterThanOrEqual(1)
      }),
    )
  })

  it('keeps what is there: no date is lost, none turns around', () => {
    fc.assert(
      fc.property(anyDates, anyPart, anyPixels, anyZoom, (dates, part, pixels, zoom) => {
        const { start, due } = dragged(dates, part, pixels, zoom)
        if (dates.start !== null) expect(start).not.toBeNull()
        if (dates.due !== null) expect(due).not.toBeNull()
        if (start !== null && due !== null) expect(start).toBeLessThanOrEqual(due)
        expect(Number.isInteger(start ?? 0) && Number.isInteger(due ?? 0)).toBe(true)
      }),
    )
  })

  it('does nothing where it did not move', () => {
    fc.assert(
      fc.property(anyDates, anyPart, anyZoom, (dates, part, zoom) => {
        expect(dragged(dates, part, 0, zoom)).toEqual(dates)
      }),
    )
  })

  it('sets the missing date by the open side, and moves the known one by the other', () => {
    const half: Dates = { start: nov(9), due: null }
    expect(dragged(half, 'due', 120, 'week')).toEqual({ start: nov(9), due: nov(11) })
    expect(dragged(half, 'due', 40, 'month')).toEqual({ start: nov(9), due: nov(13) })
    expect(dragged(half, 'start', 120, 'week')).toEqual({ start: nov(11), due: null })
    expect(dragged(half, 'move', 120, 'week')).toEqual(half)
    const tail: Dates = { start: null, due: nov(9) }
    expect(dragged(tail, 'start', -120, 'week')).toEqual({ start: nov(7), due: nov(9) })
    expect(dragged(tail, 'due', 60, 'week')).toEqual({ start: null, due: nov(10) })
  })
})

it('is moved by single days with keys, and not turned around', () => {
  const dates = { start: nov(9), due: nov(10) }
  expect(nudged(dates, 'move', 1)).toEqual({ start: nov(10), due: nov(11) })
  expect(nudged(dates, 'due', -1)).toEqual({ start: nov(9), due: nov(9) })
  expect(nudged(nudged(dates, 'due', -1), 'due', -1)).toEqual({ start: nov(9), due: nov(9) })
  expect(nudged({ start: null, due: nov(9) }, 'move', 1)).toEqual({ start: null, due: nov(10) })
  expect(nudged({ start: null, due: nov(9) }, 'start', 1)).toEqual({ start: null, due: nov(9) })
})

it('makes two days of an empty row, or eight where days are narrow', () => {
  expect(newDates(nov(9), 'week')).toEqual({ start: nov(9), due: nov(10) })
  expect(newDates(nov(9), 'month')).toEqual({ start: nov(9), due: nov(10) })
  expect(newDates(nov(9), 'quarter')).toEqual({ start: nov(9), due: nov(16) })
})

it('scrolls near the ends, faster at the very ends', () => {
  expect(edgeSpeed(500, 1_000)).toBe(0)
  expect(edgeSpeed(151, 1_000)).toBe(0)
  expect(edgeSpeed(100, 1_000)).toBeLessThan(0)
  expect(edgeSpeed(10, 1_000)).toBeLessThan(edgeSpeed(100, 1_000))
  expect(edgeSpeed(900, 1_000)).toBeGreaterThan(0)
  expect(edgeSpeed(1_200, 1_000)).toBeGreaterThan(edgeSpeed(900, 1_000))
})

it('puts a row between its neighbours', () => {
  expect(orderBetween(undefined, 5_000)).toBe(4_000)
  expect(orderBetween(5_000, undefined)).toBe(6_000)
  expect(orderBetween(1_000, 3_000)).toBe(2_000)
})

it('puts a row where it was let go', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.nat(),
      fc.nat(),
      fc.constantFrom<'before' | 'after'>('before', 'after'),
      (count, from, to, edge) => {
        const [own, index] = [from % count, to % count]
        const rows = Array.from({ length: count }, (_, row) => row)
        const target = rows[index]
        const others = rows.filter((row) => row !== own)
        const after = others.toSpliced(placeAt({ index, edge }, own, count), 0, own)
        const at = after.indexOf(own)
        if (target === own) expect(after).toEqual(rows)
        else expect(after[edge === 'before' ? at + 1 : at - 1]).toBe(target)
      },
    ),
  )
})
