import { addDays, isDay, startOfDay } from '@cairn/calendar'
import type { InstantRange } from '@cairn/work-item-query'

/** The day and time of the caller. */
export interface Clock {
  today: string
  timezone: string
  now: string
}

/** The start of a day, or of a later one; undefined beyond the supported years. */
export const dawnOf = (day: string, { timezone }: Clock, later = 0): string | undefined => {
  const that = addDays(day, later)
  return that && startOfDay(that, timezone)
}

const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?$/

/** Parses a timestamp into the database's format. */
export function readInstant(text: string): string | undefined {
  if (!moment.test(text)) return undefined
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`
  const time = Date.parse(zoned.replace(' ', 'T'))
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/**
 * The range of a day or timestamp: a day lasts from its start to the next day's in the caller's
 * time zone.
 */
export function spanOf(text: string, clock: Clock): Required<InstantRange> | undefined {
  if (isDay(text)) {
    const [from, until] = [dawnOf(text, clock), dawnOf(text, clock, 1)]
    return from && until ? { from, until } : undefined
  }
  const from = readInstant(text)
  return from ? { from, until: new Date(Date.parse(from) + 1).toISOString() } : undefined
}
