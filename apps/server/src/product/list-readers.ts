import { dayInZone } from '@cairn/calendar'
import { PageNotValid } from '@cairn/contract'
import { normalFilters as normalize, QueryNotValid } from '@cairn/work-item-query'
import type { Person } from '#kernel/auth/member.ts'
import { badRequest } from '#kernel/http/errors.ts'

/** The current day in the user's time zone. */
export function todayOf({ user_timezone }: Person): string {
  const minute = Math.floor(Date.now() / MINUTE)
  const known = days.get(user_timezone)
  if (known?.minute === minute) return known.day
  const day = dayInZone(minute * MINUTE, user_timezone)
  days.set(user_timezone, { minute, day })
  return day
}

/** Who asks, for texts of queries. */
export const readerOf = (caller: Person & { user_id?: string }) => ({
  ...{ today: todayOf(caller), timezone: caller.user_timezone },
  ...(caller.user_id && { me: caller.user_id }),
})

/** A query that cannot be read is the caller's mistake. */
export function reading<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof QueryNotValid) throw badRequest(error.body)
    throw error instanceof PageNotValid ? badRequest({ detail: error.message }) : error
  }
}

/** Days begin at full minutes everywhere; calendar lookups are slow, so they are cached. */
const MINUTE = 60_000
const days = new Map<string, { minute: number; day: string }>()

/** Filters as they are stored. A query text that cannot be read is refused. */
export const normalFilters: typeof normalize = (filters) => reading(() => normalize(filters))
