import net from 'node:net'
import { authErrors } from '@cairn/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'
import { HttpError } from '#kernel/http/errors.ts'
import { type LimitName, limits } from './limits.ts'

/** The part of an address that identifies a client: one client usually has a whole IPv6 /64. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!net.isIPv6(ip)) return ip
  // The URL class normalizes every notation of an address.
  const [head = '', tail] = new URL(`http://[${ip.split('%')[0]}]`).hostname
    .slice(1, -1)
    .split('::')
  const start = head.split(':').filter(Boolean)
  const end = tail?.split(':').filter(Boolean) ?? []
  const zeros = new Array<string>(8 - start.length - end.length).fill('0')
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}

/**
 * Counts towards a limit and returns how many seconds to wait, or 0. A separate statement, never
 * inside the request's transaction: a request that fails later must still count. Refused requests
 * do not count, so that after a large one a small one still fits.
 */
export async function throttle(db: Db, name: LimitName, who: string, amount = 1): Promise<number> {
  const { most, seconds } = limits[name]
  if (amount > most) return seconds
  const key = `${name} ${who}`
  const { rows } = await sql<{ count: number }>`
    insert into throttles as t (key, count, ends_at)
      values (${key}, ${amount}::int, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when t.ends_at < now() then excluded.count else t.count + excluded.count end,
      ends_at = case when t.ends_at < now() then excluded.ends_at else t.ends_at end
      where t.ends_at < now() or t.count + excluded.count <= ${most}
    returning count`.execute(db)
  return rows.length > 0 ? 0 : secondsLeft(db, key)
}

async function secondsLeft(db: Db, key: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from ends_at - now()))::int as wait
    from throttles where key = ${key}`.execute(db)
  return Math.max(rows[0]?.wait ?? 0, 1)
}

/** Whether the limit has been reached. Counts nothing. */
export async function isOver(db: Db, name: LimitName, who: string): Promise<number> {
  const key = `${name} ${who}`
  const { rows } = await sql`
    select 1 from throttles
    where key = ${key} and count >= ${limits[name].most} and ends_at > now()`.execute(db)
  return rows.length > 0 ? secondsLeft(db, key) : 0
}

/** Takes the result of `throttle`. */
export function refuseFor(wait: number): void {
  if (wait === 0) return
  const error_message = 'RATE_LIMIT_EXCEEDED'
  const body = { error_code: authErrors[error_message], error_message }
  throw new HttpError(429, body, { 'retry-after': String(wait) })
}

/** Throws the contract's 429 if the limit is reached. */
export const refuseOver = async (db: Db, name: LimitName, who: string, amount = 1) =>
  refuseFor(await throttle(db, name, who, amount))

/** As a route's `preHandler`. */
export const limitByAccount = (name: LimitName) => async (request: FastifyRequest) =>
  refuseOver(request.server.db, name, request.person.user_id)

export const limitByWorkspace = (name: LimitName) => async (request: FastifyRequest) =>
  refuseOver(request.server.db, name, request.member.workspace_id)

/** The longest wait between two tries, in seconds. */
const MAX_WAIT = 300

/**
 * Counts a password guess: returns its number since the last correct one, or how long to wait.
 * After the free ones, each doubles the wait for the next. Counted before anything is compared, so
 * that parallel guesses cannot exceed the limit.
 */
export async function takeGuess(
  db: Db,
  who: string,
): Promise<{ count: number; wait: 0 } | { wait: number }> {
  const { most, seconds } = limits.guesses
  const key = `guesses ${who}`
  const memory = sql`make_interval(secs => ${seconds})`
  // The last guess was `memory` before `ends_at`.
  const freeAt = sql`t.ends_at - ${memory} + make_interval(secs => case
    when t.count < ${most} then 0 else least(power(2, least(t.count, 60) - ${most}), ${MAX_WAIT}) end)`
  const { rows } = await sql<{ count: number }>`
    insert into throttles as t (key, count, ends_at) values (${key}, 1, now() + ${memory})
    on conflict (key) do update set
      count = case when t.ends_at < now() then 1 else t.count + 1 end,
      ends_at = now() + ${memory}
      where t.ends_at < now() or ${freeAt} <= now()
    returning count`.execute(db)
  const [taken] = rows
  if (taken) return { count: taken.count, wait: 0 }
  const left = await sql<{ wait: number }>`
    select ceil(extract(epoch from ${freeAt} - now()))::int as wait
    from throttles t where key = ${key}`.execute(db)
  return { wait: Math.max(left.rows[0]?.wait ?? 0, 1) }
}

/** The password was right. */
export const forgetGuesses = (db: Db, who: string) =>
  sql`delete from throttles where key = ${`guesses ${who}`}`.execute(db)

export const forgetThrottles = (db: Db) =>
  sql`delete from throttles where ends_at < now()`.execute(db)
