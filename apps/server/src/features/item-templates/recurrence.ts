import { type Day, dayInZone, momentInZone, nextDays, parseRule } from '@cairn/calendar'
import type { NewRecurrence } from '@cairn/contract'

type Repeats = Pick<NewRecurrence, 'rule' | 'starts_on' | 'time'>

const momentOf = (day: Day, time: string, timezone: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return momentInZone(day, 60 * hours + minutes, timezone)
}

/** The next days of a rule whose time has not passed. */
export function daysAfter(
  { rule, starts_on, time }: Repeats,
  moment: number,
  { timezone, limit }: { timezone: string; limit: number },
): Day[] {
  const parsed = parseRule(rule)
  if (!parsed) return []
  const days = nextDays(parsed, starts_on, dayInZone(moment, timezone), limit + 1)
  const [first] = days
  const isPassed = first && momentOf(first, time, timezone).getTime() <= moment
  return days.slice(isPassed ? 1 : 0).slice(0, limit)
}

/** When the next item is due: after this moment, however many times were missed before it. */
export function nextMomentOf(repeats: Repeats, moment: number, timezone: string): string | null {
  const [day] = daysAfter(repeats, moment, { timezone, limit: 1 })
  return day ? momentOf(day, repeats.time, timezone).toISOString() : null
}
