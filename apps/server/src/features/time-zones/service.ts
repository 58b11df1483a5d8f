import { offsetMinutes, offsetText } from '@cairn/calendar'
import type { TimeZone } from '@cairn/contract'
import { zones } from './zones.ts'

/** From west to east; equal offsets by name. */
export const listTimeZones = (moment: Date): TimeZone[] =>
  zones
    .map(([label, value]) => ({ label, value, ahead: offsetMinutes(moment.getTime(), value) }))
    .sort((a, b) => a.ahead - b.ahead || a.label.localeCompare(b.label, 'en'))
    .map(({ label, value, ahead }) => ({
      utc_offset: `UTC${offsetText(ahead)}`,
      gmt_offset: `GMT${offsetText(ahead)}`,
      value,
      label,
    }))

const HOUR = 3_600_000
let known: { hour: number; timezones: TimeZone[] } | undefined

/** Offsets change at full hours, so the result is cached within each. */
export function timeZonesNow(): TimeZone[] {
  const hour = Math.floor(Date.now() / HOUR)
  if (known?.hour !== hour) known = { hour, timezones: listTimeZones(new Date()) }
  return known.timezones
}
