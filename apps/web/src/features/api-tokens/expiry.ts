import { type Day, parseDay } from '#ui/day.ts'

export const terms = ['week', 'month', 'quarter', 'year'] as const
export type Term = (typeof terms)[number]

/** The same time of day, that much later. */
export function expiryAfter(term: Term, now: Date): Date {
  const end = new Date(now)
  if (term === 'week') end.setDate(end.getDate() + 7)
  if (term === 'month') end.setMonth(end.getMonth() + 1)
  if (term === 'quarter') end.setMonth(end.getMonth() + 3)
  if (term === 'year') end.setFullYear(end.getFullYear() + 1)
  return end
}

/** Valid through that day, where the person is. */
export function endOf(day: Day): Date | undefined {
  const end = parseDay(day)
  end?.setHours(23, 59, 59, 0)
  return end
}
