import type { Day } from '@cairn/calendar'
import { toDay } from '#ui/dates/day.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'

export const spans = ['today', 'yesterday', 'last_7_days', 'last_30_days'] as const
export type Span = (typeof spans)[number]

/** Days, both included. */
export interface DayRange {
  start: Day
  end: Day
}

/** The value of a date filter. */
export type SpanOrDays = Span | DayRange | null

function daysBefore(today: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number)
  return toDay(new Date(year, month - 1, date - count))
}

/** The days it means. */
export function rangeOf(chosen: Span | DayRange, today: Day): DayRange {
  switch (chosen) {
    case 'today':
      return { start: today, end: today }
    case 'yesterday':
      return { start: daysBefore(today, 1), end: daysBefore(today, 1) }
    case 'last_7_days':
      return { start: daysBefore(today, 7), end: today }
    case 'last_30_days':
      return { start: daysBefore(today, 30), end: today }
    default:
      return chosen
  }
}

export function isCreatedIn(
  { created_at }: { created_at: string },
  chosen: SpanOrDays,
  today: Day,
) {
  if (!chosen) return true
  const { start, end } = rangeOf(chosen, today)
  const day = dayOfMoment(created_at)
  return start <= day && day <= end
}
