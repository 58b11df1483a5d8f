import type { Day } from '@cairn/calendar'
import { parseDay } from '#ui/dates/day.ts'
import { momentAt } from '#ui/dates/own-zone.ts'

export const terms = ['week', 'month', 'quarter', 'year'] as const
export type Term = (typeof terms)[number]

/** The same time of day, later by this term. */
export function expiryAfter(term: Term, now: Date): Date {
  const end = new Date(now)
  if (term === 'week') end.setDate(end.getDate() + 7)
  if (term === 'month') end.setMonth(end.getMonth() + 1)
  if (term === 'quarter') end.setMonth(end.getMonth() + 3)
  if (term === 'year') end.setFullYear(end.getFullYear() + 1)
  return end
}

const DAY = 24 * 60

/** The end of that day, in the user's time zone. */
export function endOf(day: Day): Date | undefined {
  if (!parseDay(day)) return undefined
  return new Date(momentAt(day, DAY).getTime() - 1000)
}
