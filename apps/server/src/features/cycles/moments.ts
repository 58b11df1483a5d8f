import { addDays, dayOf, isDay, startOfDay } from '@cairn/work-item-query'
import { badRequest } from '#kernel/http/errors.ts'

const SECOND = 1_000
const MINUTE = 60_000

/** Of a day or a moment only the calendar day counts, as it is written. */
export function readDay(field: string, typed: string): string {
  const [day = ''] = typed.split('T')
  if (isDay(day) && addDays(day, 1) && !Number.isNaN(Date.parse(typed))) return day
  const sentence = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'
  throw badRequest({ [field]: [sentence] })
}

const momentOf = (day: string, timezone: string, offset: number) =>
  new Date(Date.parse(startOfDay(day, timezone)) + offset).toISOString()

/** A cycle begins with its first day; one that begins today, now. */
export const startOfCycle = (day: string, timezone: string, now: number): string =>
  day === dayOf(now, timezone) ? new Date(now).toISOString() : momentOf(day, timezone, SECOND)

export const endOfCycle = (day: string, timezone: string): string =>
  momentOf(addDays(day, 1) ?? day, timezone, -MINUTE)

const formatters = new Map<string, Intl.DateTimeFormat>()

function offsetAt(moment: number, timeZone: string): string {
  const known = formatters.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  formatters.set(timeZone, format)
  const part = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')
  return part?.value.slice('GMT'.length) || '+00:00'
}

/** With the offset of the zone, so that the first ten characters are the calendar day there. */
export function inZone(moment: string, timezone: string): string {
  const offset = offsetAt(Date.parse(moment), timezone)
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  const ahead = (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE
  const clock = new Date(Date.parse(moment) + ahead).toISOString().slice(0, 19)
  return `${clock}${offset.slice(0, 6)}`
}
