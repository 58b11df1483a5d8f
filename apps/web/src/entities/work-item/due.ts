import { type Day, dayNumber } from '@cairn/calendar'
import type { WorkItem } from '@cairn/contract'
import { parseDay, shortDate } from '#ui/dates/day.ts'
import { dayText } from '#ui/dates/day-format.ts'
import { todayHere } from '#ui/dates/own-zone.ts'

const closed: ReadonlySet<string> = new Set(['completed', 'cancelled'])

type Due = Pick<WorkItem, 'target_date' | 'state__group'>

/** How many days overdue an open item is; 0 if it is not: on the due date it is not late. */
export function daysLate({ target_date, state__group }: Due, today = todayHere()): number {
  if (target_date === null || closed.has(state__group)) return 0
  return Math.max(0, dayNumber(today) - dayNumber(target_date))
}

export const isLate = (item: Due, today = todayHere()) => daysLate(item, today) > 0

/** Short enough for the date column: "Nov 14" this year, "Jan ’27" in another one. */
export function columnDate(day: Day, today = new Date()) {
  const date = parseDay(day)
  if (!date) return ''
  if (date.getFullYear() === today.getFullYear()) return shortDate(day, today)
  return `${dayText(dayNumber(day), 'shortMonth')} ’${String(date.getFullYear()).slice(-2)}`
}
