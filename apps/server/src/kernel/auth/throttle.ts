import { authErrors } from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'
import { HttpError } from '#kernel/http/errors.ts'

export interface Limit {
  most: number
  seconds: number
}

/** 30 a minute for strangers, one bucket for all authentication calls. */
export const authenticationLimit: Limit = { most: 30, seconds: 60 }

/**
 * Counts one more try and says how many seconds to wait, or 0. A statement of its own, never inside
 * the request's transaction: a refused request must still count.
 */
export async function throttle(db: Db, key: string, { most, seconds }: Limit): Promise<number> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into throttles as t (key, count, ends_at)
      values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when t.ends_at < now() then 1 else t.count + 1 end,
      ends_at = case when t.ends_at < now() then excluded.ends_at else t.ends_at end
    returning count, ceil(extract(epoch from ends_at - now()))::int as wait`.execute(db)
  const { count = 0, wait = 0 } = rows[0] ?? {}
  return count > most ? Math.max(wait, 1) : 0
}

/** Takes what `throttle` answered. */
export function refuseFor(wait: number): void {
  if (wait === 0) return
  const error_message = 'RATE_LIMIT_EXCEEDED'
  const body = { error_code: authErrors[error_message], error_message }
  throw new HttpError(429, body, { 'retry-after': String(wait) })
}

export const forgetThrottles = (db: Db) =>
  sql`delete from throttles where ends_at < now()`.execute(db)
