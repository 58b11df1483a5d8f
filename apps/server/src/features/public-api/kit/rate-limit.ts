import { authErrors } from '@cairn/contract'
import type { RouteOptions } from 'fastify'
import type { App } from '#kernel/http/app-type.ts'
import { HttpError } from '#kernel/http/errors.ts'

const MINUTE_MS = 60_000
/** The limit for service tokens of a workspace. */
const SERVICE_LIMIT = 300
/** Above this, idle tokens are removed from memory. */
const MAX_TRACKED = 1_000

export type Verdict = { remaining: number } | { wait: number }

/** Counts the requests of the last minute per `key`. Refused ones do not count. */
export function createCounter() {
  const calls = new Map<string, number[]>()

  function forgetSilent(since: number) {
    for (const [key, moments] of calls) if ((moments.at(-1) ?? 0) <= since) calls.delete(key)
  }

  return function count(key: string, most: number, now: number): Verdict {
    const since = now - MINUTE_MS
    if (calls.size > MAX_TRACKED && !calls.has(key)) forgetSilent(since)
    const recent = (calls.get(key) ?? []).filter((moment) => moment > since)
    calls.set(key, recent)
    const [oldest = now] = recent.slice(-most)
    if (recent.length >= most) return { wait: Math.ceil((oldest - since) / 1000) }
    recent.push(now)
    return { remaining: most - recent.length }
  }
}

function refuse(wait: number): never {
  const error_message = 'RATE_LIMIT_EXCEEDED'
  const body = { error_code: authErrors[error_message], error_message }
  throw new HttpError(429, body, { 'retry-after': String(wait) })
}

/** Runs after the policy: requests refused there do not count. Call after `enforcePolicies`. */
export function limitRates(app: App) {
  const { apiKeyRateLimit } = app.deps.config
  if (apiKeyRateLimit === null) return
  const count = createCounter()
  const limit: NonNullable<RouteOptions['onRequest']> = async ({ apiToken }, reply) => {
    if (!apiToken) return
    const now = Date.now()
    const most = apiToken.is_service ? SERVICE_LIMIT : apiKeyRateLimit
    const verdict = count(apiToken.id, most, now)
    if ('wait' in verdict) refuse(verdict.wait)
    reply.header('x-ratelimit-remaining', String(verdict.remaining))
    reply.header('x-ratelimit-reset', String(Math.floor((now + MINUTE_MS) / 1000)))
  }
  app.addHook('onRoute', (route) => {
    route.onRequest = [...[route.onRequest ?? []].flat(), limit]
  })
}
