import { type DayNumber, monthFirst, type WeekDay, weekFirst } from '@cairn/calendar'
import type { Zoom } from './geometry.ts'

/** The rendered days; `end` is exclusive. */
export interface Range {
  first: DayNumber
  end: DayNumber
}

const sides: Record<Zoom, number> = { week: 4, month: 6, quarter: 24 }
const steps: Record<Zoom, number> = { week: 4, month: 6, quarter: 12 }

/** At the start of a column, so that columns are complete. */
const columnFirst = (day: DayNumber, zoom: Zoom, weekStart: WeekDay) =>
  zoom === 'quarter' ? monthFirst(day) : weekFirst(day, weekStart)

const longer: Record<'left' | 'right', (range: Range, zoom: Zoom, weekStart: WeekDay) => Range> = {
  left: ({ first, end }, zoom, weekStart) => ({
    first: columnFirst(monthFirst(first, -steps[zoom]), zoom, weekStart),
    end,
  }),
  right: ({ first, end }, zoom) => ({ first, end: monthFirst(end, steps[zoom]) }),
}

/** Extends the range to one side. */
export const extended = (range: Range, side: 'left' | 'right', zoom: Zoom, weekStart: WeekDay) =>
  longer[side](range, zoom, weekStart)

/** Extends the range to contain a day, with space on both sides. */
export function including(range: Range, day: DayNumber, zoom: Zoom, weekStart: WeekDay): Range {
  let next = range
  while (day < monthFirst(next.first, 1)) next = extended(next, 'left', zoom, weekStart)
  while (day >= monthFirst(next.end, -1)) next = extended(next, 'right', zoom, weekStart)
  return next
}

/** The initial range: this many months to both sides of today. */
export const firstRange = (today: DayNumber, zoom: Zoom, weekStart: WeekDay): Range => ({
  first: columnFirst(monthFirst(today, -sides[zoom]), zoom, weekStart),
  end: monthFirst(today, sides[zoom] + 1),
})
