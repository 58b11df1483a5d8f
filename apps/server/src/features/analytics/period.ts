import { addDays, dayInZone } from '@cairn/calendar'
import type { Duration } from '@cairn/contract'

interface Span {
  /** Moments: from the first to before the second. */
  from: string
  until: string
}

/** Days of UTC, and the equally many before them. */
export interface Period {
  current: Span
  previous: Span
}

/** The first day, counted back from today, and how many there are. */
const spans: Record<Duration, { back: number; days: number }> = {
  yesterday: { back: 1, days: 1 },
  last_7_days: { back: 7, days: 8 },
  last_30_days: { back: 30, days: 31 },
  last_3_months: { back: 90, days: 91 },
}

/** What is not among them restricts nothing. */
export function readPeriod(date_filter: string | undefined, now = Date.now()): Period | undefined {
  if (!date_filter || !Object.hasOwn(spans, date_filter)) return undefined
  const { back, days } = spans[date_filter as Duration]
  const today = dayInZone(now, 'UTC')
  const at = (day: number) => `${addDays(today, day)}T00:00:00Z`
  return {
    current: { from: at(-back), until: at(-back + days) },
    previous: { from: at(-back - days), until: at(-back) },
  }
}
