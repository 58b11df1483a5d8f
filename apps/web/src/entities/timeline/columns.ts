import {
  type DayNumber,
  monthFirst,
  utcDate,
  type WeekDay,
  weekFirst,
  weekNumber,
} from '@cairn/calendar'
import type { Zoom } from './geometry.ts'

/** A part of the chart's head, and of the chart below it. */
export interface Column {
  first: DayNumber
  days: number
  /** Today is in it. */
  current: boolean
}

interface Window {
  from: DayNumber
  to: DayNumber
  today: DayNumber
  weekStart: WeekDay
}

/** Start of the column that contains a day, and start of the next one. */
type Steps = Record<'first' | 'next', (day: DayNumber, weekStart: WeekDay) => DayNumber>

const day: Steps = { first: (at) => at, next: (at) => at + 1 }
const week: Steps = { first: weekFirst, next: (at) => at + 7 }
const month: Steps = { first: (at) => monthFirst(at), next: (at) => monthFirst(at, 1) }
const quarter: Steps = {
  first: (at) => monthFirst(at, -(utcDate(at).getUTCMonth() % 3)),
  next: (at) => monthFirst(at, 3),
}

const lines: Record<Zoom, { upper: Steps; lower: Steps }> = {
  week: { upper: week, lower: day },
  month: { upper: month, lower: week },
  quarter: { upper: quarter, lower: month },
}

function parts({ first, next }: Steps, { from, to, today, weekStart }: Window): Column[] {
  const found: Column[] = []
  for (let at = first(from, weekStart); at < to; at = next(at, weekStart)) {
    const end = next(at, weekStart)
    found.push({ first: at, days: end - at, current: at <= today && today < end })
  }
  return found
}

/** The two lines of the head between two days: weeks and their days, months and their weeks, and so on. */
export const columnsIn = (zoom: Zoom, window: Window) => ({
  upper: parts(lines[zoom].upper, window),
  lower: parts(lines[zoom].lower, window),
})

/** "15-21" and its number. */
export const weekText = ({ first }: Pick<Column, 'first'>) => ({
  days: `${utcDate(first).getUTCDate()}-${utcDate(first + 6).getUTCDate()}`,
  number: weekNumber(first),
})

export const quarterOf = ({ first }: Pick<Column, 'first'>) =>
  Math.floor(utcDate(first).getUTCMonth() / 3) + 1
