const DAY = 86_400_000

export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** Undefined past the years PostgreSQL and JavaScript both can write. */
export function addDays(day: string, days: number): string | undefined {
  const moment = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY)
  const year = Number.isNaN(moment.getTime()) ? 0 : moment.getUTCFullYear()
  return year >= 1 && year <= 9999 ? moment.toISOString().slice(0, 10) : undefined
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(timezone, made)
  return made
}

/** What a clock in that zone shows at a moment, as if it were UTC. */
function wallClock(moment: number, timezone: string): number {
  const shown = formatterOf(timezone).formatToParts(moment)
  const parts = Object.fromEntries(shown.map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const clock = new Date(0)
  // Not Date.UTC, which takes the year 50 for 1950.
  clock.setUTCFullYear(year, month - 1, day)
  return clock.setUTCHours(hour, minute, second)
}

export const dayOf = (moment: number, timezone: string): string =>
  new Date(wallClock(moment, timezone)).toISOString().slice(0, 10)

/** PostgreSQL reads no year before it, and east of Greenwich the first day begins earlier. */
const EARLIEST = '0001-01-01T00:00:00.000000Z'

/** The first moment of a day in a zone, as UTC; where clocks skip midnight, the first after it. */
export function startOfDay(day: string, timezone: string): string {
  const wanted = Date.parse(`${day}T00:00:00Z`)
  let moment = wanted
  // The offset at a guess leads to a better guess; two are enough unless midnight does not exist.
  for (let n = 0; n < 3; n++) moment += wanted - wallClock(moment, timezone)
  if (dayOf(moment, timezone) < day) moment += 3_600_000
  const earlier = moment - 3_600_000
  // Clocks put back over midnight show it twice; the day begins with the first.
  if (dayOf(earlier, timezone) === day) moment = earlier
  const start = new Date(moment).toISOString().replace(/\.\d+Z$/, '.000000Z')
  return start < EARLIEST ? EARLIEST : start
}
