import { addDays, dayInZone, isDay, startOfDay } from '@cairn/calendar'
import { badRequest } from '#kernel/http/errors.ts'

const SECOND = 1_000
const MINUTE = 60_000

/** Only the calendar day of a date or timestamp counts, as it is written. */
export function readDay(field: string, typed: string): string {
  const [day = ''] = typed.split('T')
  if (isDay(day) && addDays(day, 1) && !Number.isNaN(Date.parse(typed))) return day
  const sentence = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'
  throw badRequest({ [field]: [sentence] })
}

const momentOf = (day: string, timezone: string, offset: number) =>
  new Date(Date.parse(startOfDay(day, timezone)) + offset).toISOString()

/** A cycle begins with its first day; one that begins today starts now. */
export const startOfCycle = (day: string, timezone: string, now: number): string =>
  day === dayInZone(now, timezone) ? new Date(now).toISOString() : momentOf(day, timezone, SECOND)

export const endOfCycle = (day: string, timezone: string): string =>
  momentOf(addDays(day, 1) ?? day, timezone, -MINUTE)
