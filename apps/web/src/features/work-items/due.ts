import type { WorkItem } from '@cairn/contract'
import { type Day, parseDay, shortDate, toDay } from '#ui/day.ts'

const closed: ReadonlySet<string> = new Set(['completed', 'cancelled'])

/** Due today or before, and still open. */
export const isLate = (
  { target_date, state__group }: Pick<WorkItem, 'target_date' | 'state__group'>,
  today = toDay(new Date()),
) => target_date !== null && target_date <= today && !closed.has(state__group)

/** As short as the date column is wide: "Nov 14" this year, "Jan ’27" in another one. */
export function columnDate(day: Day, today = new Date()) {
  const date = parseDay(day)
  if (!date || date.getFullYear() === today.getFullYear()) return shortDate(day, today)
  const month = date.toLocaleDateString('en-US', { month: 'short' })
  return `${month} ’${String(date.getFullYear()).slice(-2)}`
}
