import { dayInZone } from '@cairn/calendar'
import { badRequest } from '#kernel/http/errors.ts'
import { endOfCycle, readDay, startOfCycle } from './moments.ts'
import type { Span } from './queries.ts'

type Typed = string | null | undefined

interface Dates {
  start_date?: Typed
  end_date?: Typed
}

export interface Locked {
  start_date: string | null
  end_date: string | null
}

interface Clock {
  timezone: string
  now: string
}

export const draft: Locked = { start_date: null, end_date: null }

const bothDates = () =>
  badRequest({ error: 'Both start date and end date are either required or are to be null' })

const reversed = () => badRequest({ non_field_errors: ['Start date cannot exceed end date'] })

/**
 * The span from the typed days; if only one was typed, the other stays as stored. An unchanged day
 * keeps its time: a cycle that began at noon does not start again.
 */
export function readSpan(
  typed: Dates,
  locked: Locked,
  { timezone, now: moment }: Clock,
): Span | null {
  const dayOfLocked = (moment: string | null) => moment && dayInZone(Date.parse(moment), timezone)
  const pick = (field: keyof Locked) => {
    const value = typed[field]
    if (value === undefined) return dayOfLocked(locked[field])
    return value === null ? null : readDay(field, value)
  }
  const [first, last] = [pick('start_date'), pick('end_date')]
  if (first === null && last === null) return null
  if (first === null || last === null) throw bothDates()
  if (first > last) throw reversed()
  const unchanged = (field: keyof Locked, day: string) =>
    dayOfLocked(locked[field]) === day ? locked[field] : null
  return {
    start_date: unchanged('start_date', first) ?? startOfCycle(first, timezone, Date.parse(moment)),
    end_date: unchanged('end_date', last) ?? endOfCycle(last, timezone),
  }
}

/** Values without a time zone are UTC. */
const toMoment = (typed: string) =>
  new Date(
    /T.*(Z|[+-]\d\d:?\d\d)$/i.test(typed)
      ? typed
      : `${typed}${typed.includes('T') ? '' : 'T00:00:00'}Z`,
  )

/**
 * API clients that send a single date mean that moment, and for a day its start: a cycle that ends
 * with today's date is over. If both are sent, they are days as usual.
 */
export function readSentSpan(typed: Dates, locked: Locked, clock: Clock): Span | null {
  const sent = (['start_date', 'end_date'] as const).filter((field) => typed[field] !== undefined)
  const [field] = sent
  const alone = field && sent.length === 1 ? typed[field] : null
  if (!field || !alone) return readSpan(typed, locked, clock)
  readDay(field, alone)
  const { start_date, end_date }: Locked = {
    ...{ start_date: locked.start_date, end_date: locked.end_date },
    ...{ [field]: toMoment(alone).toISOString() },
  }
  if (start_date === null || end_date === null) throw bothDates()
  if (Date.parse(start_date) > Date.parse(end_date)) throw reversed()
  return { start_date, end_date }
}
