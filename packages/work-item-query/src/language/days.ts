import { addDays, addMonths, dayNumber, dayOfNumber, weekFirst } from '@cairn/calendar'
import { lookup } from '@cairn/contract'

const MAX = 100_000

/** Weeks begin on Monday. */
const monday = (day: string) => dayOfNumber(weekFirst(dayNumber(day), 1))
const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`
const firstOfYear = (day: string) => `${day.slice(0, 5)}01-01`

const fixed: Record<string, (today: string) => string | undefined> = {
  today: (today) => today,
  now: (today) => today,
  startOfDay: (today) => today,
  endOfDay: (today) => today,
  startOfWeek: monday,
  endOfWeek: (today) => addDays(monday(today), 6),
  startOfMonth: firstOfMonth,
  endOfMonth: (today) => addDays(addMonths(firstOfMonth(today), 1) ?? today, -1),
  startOfYear: firstOfYear,
  endOfYear: (today) => `${today.slice(0, 5)}12-31`,
}

const counted: Record<string, (today: string, n: number) => string | undefined> = {
  daysAgo: (today, n) => addDays(today, -n),
  daysFromNow: (today, n) => addDays(today, n),
  weeksAgo: (today, n) => addDays(today, -7 * n),
  weeksFromNow: (today, n) => addDays(today, 7 * n),
  monthsAgo: (today, n) => addMonths(today, -n),
  monthsFromNow: (today, n) => addMonths(today, n),
}

/** The day a function returns; null: beyond the supported years; undefined: no such function. */
export function dayBy(
  name: string,
  values: readonly string[],
  today: string,
): string | null | undefined {
  const plain = lookup(fixed, name)
  if (plain) return values.length === 0 ? (plain(today) ?? null) : null
  const count = lookup(counted, name)
  if (!count) return undefined
  const [n = '', ...others] = values
  const isCount = /^\d{1,6}$/.test(n) && Number(n) <= MAX && others.length === 0
  return isCount ? (count(today, Number(n)) ?? null) : null
}
