/** The longest time one entry can hold: 1,000 hours. */
export const MAX_WORK_LOG_MINUTES = 60_000

const HOURS = /^(\d{1,5})(?:[.,](\d{1,4}))?\s*(?:h|hrs?|hours?|std\.?|stunden?)$/i
const MINUTES = /^(\d{1,6})\s*(?:m|mins?|min\.|minutes?|minuten)?$/i
const BOTH =
  /^(\d{1,5})\s*(?:h|hrs?|hours?|std\.?|stunden?)\s*(\d{1,6})\s*(?:m|mins?|min\.|minutes?|minuten)?$/i
const CLOCK = /^(\d{1,4}):([0-5]\d)$/
const SPAN = /^([01]?\d|2[0-4]):([0-5]\d)\s*(?:-|–|—|to|bis)\s*([01]?\d|2[0-4]):([0-5]\d)$/i

const toMinutes = (hours: string | undefined, minutes: string | undefined) =>
  Number(hours ?? 0) * 60 + Number(minutes ?? 0)

/** Across midnight, if it ends before it begins. */
function spanMinutes([, fromHours, fromMinutes, toHours, toMinutes_]: readonly string[]) {
  const length = toMinutes(toHours, toMinutes_) - toMinutes(fromHours, fromMinutes)
  return length < 0 ? length + 24 * 60 : length
}

function readMinutes(text: string): number | undefined {
  const both = BOTH.exec(text)
  if (both) return toMinutes(both[1], both[2])
  const minutes = MINUTES.exec(text)
  if (minutes) return toMinutes('0', minutes[1])
  const hours = HOURS.exec(text)
  if (hours) return Math.round(Number(`${hours[1]}.${hours[2] ?? 0}`) * 60)
  const clock = CLOCK.exec(text)
  if (clock) return toMinutes(clock[1], clock[2])
  const span = SPAN.exec(text)
  return span ? spanMinutes(span) : undefined
}

/**
 * Minutes of a text like "1h 30m", "90m", "90", "1.5h", "1:30" or "9:00–10:30"; undefined if it is
 * none of them, or no time that can be logged.
 */
export function parseDuration(text: string): number | undefined {
  const minutes = readMinutes(text.trim())
  return minutes !== undefined && minutes >= 1 && minutes <= MAX_WORK_LOG_MINUTES
    ? minutes
    : undefined
}

/** "1h 30m", "45m", "2h"; "0h" for nothing. */
export function formatDuration(total: number): string {
  const hours = Math.floor(total / 60)
  const minutes = total % 60
  if (minutes === 0) return `${hours}h`
  return hours === 0 ? `${minutes}m` : `${hours}h ${minutes}m`
}
