import { addDays, dayInZone, startOfDay } from '@cairn/calendar'
import {
  type AnalyticsPeriod,
  analyticsPeriod,
  type DaySpan,
  type Duration,
  durations,
} from '@cairn/contract'
import type { Person } from '#kernel/auth/member.ts'

interface Moments {
  /** `from` is inclusive, `until` exclusive. */
  from: string
  until: string
}

/** The user's days as timestamps, and the same number of days before them. */
export interface Period {
  current: Moments
  previous: Moments
}

const findDuration = (text: string | undefined): Duration | undefined =>
  durations.find((duration) => duration === text)

/** Unknown durations restrict nothing. */
export function readDays(date_filter: string | undefined, me: Person): AnalyticsPeriod | undefined {
  const duration = findDuration(date_filter)
  return duration && analyticsPeriod(duration, dayInZone(Date.now(), me.user_timezone))
}

export function readPeriod(date_filter: string | undefined, me: Person): Period | undefined {
  const days = readDays(date_filter, me)
  if (!days) return undefined
  const momentsOf = ({ from, to }: DaySpan): Moments => ({
    from: startOfDay(from, me.user_timezone),
    until: startOfDay(addDays(to, 1) ?? to, me.user_timezone),
  })
  return { current: momentsOf(days), previous: momentsOf(days.previous) }
}
