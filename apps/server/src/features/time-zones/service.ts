import type { TimeZone } from '@cairn/contract'
import { zones } from './zones.ts'

/** "GMT+05:30" of a zone at a moment; plain "GMT" is no offset at all. */
function offsetAt(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const part = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')
  return part?.value.slice('GMT'.length) || '+00:00'
}

function minutesOf(offset: string): number {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** From west to east; beside each other by name. */
export const listTimeZones = (moment: Date): TimeZone[] =>
  zones
    .map(([label, value]) => ({ label, value, offset: offsetAt(moment, value) }))
    .sort(
      (a, b) => minutesOf(a.offset) - minutesOf(b.offset) || a.label.localeCompare(b.label, 'en'),
    )
    .map(({ label, value, offset }) => ({
      utc_offset: `UTC${offset}`,
      gmt_offset: `GMT${offset}`,
      value,
      label,
    }))

const HOUR = 3_600_000
let known: { hour: number; timezones: TimeZone[] } | undefined

/** Zones change at full hours: asked again within one, the answer is the same. */
export function timeZonesNow(): TimeZone[] {
  const hour = Math.floor(Date.now() / HOUR)
  if (known?.hour !== hour) known = { hour, timezones: listTimeZones(new Date()) }
  return known.timezones
}
