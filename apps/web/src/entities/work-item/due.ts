import type { WorkItem } from '@cairn/contract'
import { type Day, parseDay, shortDate } from '#ui/dates/day.ts'
import { dayText } from '#ui/dates/day-format.ts'
import { dayNumber } from '#ui/dates/day-number.ts'
import { todayHere } from '#ui/dates/own-zone.ts'

const closed: ReadonlySet<string> = new Set(['completed', 'cancelled'])

/** Due today or before, and still open. */
export const isLate = (
  { target_date, state__group }: Pick<WorkItem, 'target_date' | 'state__group'>,
  today = todayHere(),
) => target_date !== null && target_date <= today && !closed.has(state__group)

/** As short as the date column is wide: "Nov 14" this year, "Jan ’27" in another one. */
export function columnDate(day: Day, today = new Date()) {
  const date = parseDay(day)
  if (!date) return ''
  if (date.getFullYear() === today.getFullYear()) return shortDate(day, today)
  return `${dayText(dayNumber(day), 'shortMonth')} ’${String(date.getFullYear()).slice(-2)}`
}
