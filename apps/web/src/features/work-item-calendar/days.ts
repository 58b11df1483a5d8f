import {
  type DayNumber,
  dayOfNumber,
  isWeekend,
  monthFirst,
  utcDate,
  type WeekDay,
  weekFirst,
} from '@cairn/calendar'
import { dayText } from '#ui/dates/day-format.ts'

type CalendarLayout = 'month' | 'week'

export interface Shown {
  layout: CalendarLayout
  /** Any day of the month or week. */
  day: DayNumber
  weekStart: WeekDay
  weekends: boolean
}

const daysFrom = (first: DayNumber) => Array.from({ length: 7 }, (_, index) => first + index)

/** The weeks a calendar shows, as rows of days. A row without a day of the month is left out. */
export function weeksOf({ layout, day, weekStart, weekends }: Shown): DayNumber[][] {
  const shown = (first: DayNumber) => daysFrom(first).filter((one) => weekends || !isWeekend(one))
  if (layout === 'week') return [shown(weekFirst(day, weekStart))]
  const [from, end] = [monthFirst(day), monthFirst(day, 1)]
  const weeks: DayNumber[][] = []
  for (let first = weekFirst(from, weekStart); first < end; first += 7) {
    const week = shown(first)
    if (week.some((one) => one >= from && one < end)) weeks.push(week)
  }
  return weeks
}

/** The days to load, in whole weeks, so that hiding weekends does not reload. */
export function spanOf(weeks: readonly DayNumber[][], weekStart: WeekDay) {
  const first = weeks[0]?.[0] ?? 0
  const last = weeks.at(-1)?.at(-1) ?? first
  return {
    first: dayOfNumber(weekFirst(first, weekStart)),
    last: dayOfNumber(weekFirst(last, weekStart) + 6),
  }
}

/** The next or previous month or week. */
export const stepped = (day: DayNumber, layout: CalendarLayout, step: 1 | -1): DayNumber =>
  layout === 'month' ? monthFirst(day, step) : day + 7 * step

export const isOutside = (day: DayNumber, { layout, day: shown }: Shown) =>
  layout === 'month' && monthFirst(day) !== monthFirst(shown)

/** "January 2025"; a week across two months is "Jan - Feb 2025" or "Dec 2024 - Jan 2025". */
export function titleOf({ layout, day, weekStart }: Shown, locale?: string): string {
  const first = layout === 'month' ? day : weekFirst(day, weekStart)
  const last = layout === 'month' ? day : first + 6
  if (monthFirst(first) === monthFirst(last)) return dayText(first, 'month', locale)
  const [from, to] = [first, last].map((one) => dayText(one, 'shortMonth', locale))
  const [year, nextYear] = [first, last].map((one) => utcDate(one).getUTCFullYear())
  return year === nextYear ? `${from} - ${to} ${year}` : `${from} ${year} - ${to} ${nextYear}`
}

/** The day an arrow key moves to, among the visible ones. */
export function nextDay(
  day: DayNumber,
  key: string,
  weeks: readonly DayNumber[][],
): DayNumber | undefined {
  const row = weeks.findIndex((week) => week.includes(day))
  const column = weeks[row]?.indexOf(day) ?? -1
  if (column < 0) return undefined
  if (key === 'ArrowUp') return weeks[row - 1]?.[column]
  if (key === 'ArrowDown') return weeks[row + 1]?.[column]
  const all = weeks.flat()
  const at = all.indexOf(day)
  if (key === 'ArrowLeft') return all[at - 1]
  if (key === 'ArrowRight') return all[at + 1]
  if (key === 'Home') return weeks[row]?.[0]
  if (key === 'End') return weeks[row]?.at(-1)
  return undefined
}
