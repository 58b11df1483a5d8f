import type { WorkItem } from '@cairn/contract'
import { type Day, parseDay, toDay } from '#ui/day.ts'

const closed: ReadonlySet<string> = new Set(['completed', 'cancelled'])

/** Due today or before, and still open. */
export const isLate = (
  { target_date, state__group }: Pick<WorkItem, 'target_date' | 'state__group'>,
  today = toDay(new Date()),
) => target_date !== null && target_date <= today && !closed.has(state__group)

// A formatter is dear to make and cheap to use.
const month = new Intl.DateTimeFormat('en-US', { month: 'short' })
const monthDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit' })

/** As short as the date column is wide: "Nov 14" this year, "Jan ’27" in another one. */
export function columnDate(day: Day, today = new Date()) {
  const date = parseDay(day)
  if (!date) return ''
  if (date.getFullYear() === today.getFullYear()) return monthDay.format(date)
  return `${month.format(date)} ’${String(date.getFullYear()).slice(-2)}`
}

/** "Nov 14, 2026", for the tooltip. */
export function fullDate(day: Day) {
  const date = parseDay(day)
  return date ? `${monthDay.format(date)}, ${date.getFullYear()}` : ''
}
