import type { Day } from './days.ts'

const MINUTE = 60_000
const HOUR = 3_600_000

/**
 * A name of the time zone database; an offset like `+02:00` has no daylight saving and is rejected.
 */
export const isTimezone = (name: string): boolean => {
  try {
    return /^[a-z]/i.test(name) && Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Expensive to create and cheap to use, so there is one for each zone. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const created = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(timeZone, created)
  return created
}

/** The wall clock in that zone at a moment, as if it were UTC. */
function wallClock(moment: number, timeZone: string): number {
  const shown = formatterOf(timeZone).formatToParts(moment)
  const parts = Object.fromEntries(shown.map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const clock = new Date(0)
  // Not Date.UTC, which treats the year 50 as 1950.
  clock.setUTCFullYear(year, month - 1, day)
  return clock.setUTCHours(hour, minute, second)
}

/** The calendar day of a moment there. */
export const dayInZone = (moment: number, timeZone: string): Day =>
  new Date(wallClock(moment, timeZone)).toISOString().slice(0, 10)

/** PostgreSQL reads no year before it, and east of Greenwich the first day begins earlier. */
const EARLIEST = '0001-01-01T00:00:00.000000Z'

/** The first moment of a day in a zone, as UTC; where clocks skip midnight, the first after it. */
export function startOfDay(day: Day, timeZone: string): string {
  const wanted = Date.parse(`${day}T00:00:00Z`)
  let moment = wanted
  // The offset at an estimate gives a better one; two steps are enough unless midnight does not
  // exist.
  for (let n = 0; n < 3; n++) moment += wanted - wallClock(moment, timeZone)
  if (dayInZone(moment, timeZone) < day) moment += HOUR
  const earlier = moment - HOUR
  // Clocks set back over midnight show it twice; the day starts with the first.
  if (dayInZone(earlier, timeZone) === day) moment = earlier
  const start = new Date(moment).toISOString().replace(/\.\d+Z$/, '.000000Z')
  return start < EARLIEST ? EARLIEST : start
}

/** The moment so many minutes into a day by the wall clock there; some days have 23 hours. */
export function momentInZone(day: Day, minutes: number, timeZone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE
  const aheadAt = (moment: number) => wallClock(moment, timeZone) - moment
  const near = wall - aheadAt(wall)
  return new Date(wall - aheadAt(near))
}

/** By how many minutes clocks there are ahead of UTC, at a whole second. */
export const offsetMinutes = (moment: number, timeZone: string): number =>
  Math.round((wallClock(moment, timeZone) - Math.floor(moment / 1000) * 1000) / MINUTE)

/** "+05:30" */
export function offsetText(minutes: number): string {
  const two = (number: number) => String(Math.trunc(number)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}

/** With the offset of the zone, so that the first ten characters are the calendar day there. */
export function withOffset(moment: string, timeZone: string): string {
  const at = Date.parse(moment)
  const minutes = offsetMinutes(at, timeZone)
  const clock = new Date(at + minutes * MINUTE).toISOString().slice(0, 19)
  return `${clock}${offsetText(minutes)}`
}
