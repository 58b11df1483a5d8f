import type { App } from './app-type.ts'

/** Upper bounds in milliseconds; responses are counted per bound. */
export const steps = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000]

/** Statistics of one route since the start. */
export interface Measured {
  method: string
  route: string
  /** Number of responses with 2xx, 3xx, 4xx and 5xx. */
  byStatus: Map<string, number>
  count: number
  ms: number
  slowestMs: number
  /** The time of the last 5xx. */
  failedAt: number | undefined
  /** One entry more than `steps`: the last counts the rest. */
  within: number[]
}

declare module 'fastify' {
  interface FastifyInstance {
    measured: Map<string, Measured>
  }
}

/**
 * Counts responses by route pattern, so the number of entries does not grow with the URLs that
 * are requested. `isOurs` excludes responses of another app, which counts them into the same map.
 */
export function measureAnswers(
  app: App,
  measured: Map<string, Measured>,
  isOurs: (url: string) => boolean = () => true,
) {
  app.decorate('measured', measured)

  function of(method: string, route: string): Measured {
    const key = `${method} ${route}`
    const known = measured.get(key)
    if (known) return known
    const within = new Array<number>(steps.length + 1).fill(0)
    const byStatus = new Map<string, number>()
    const counts = { count: 0, ms: 0, slowestMs: 0, failedAt: undefined, within }
    const fresh: Measured = { method, route, byStatus, ...counts }
    measured.set(key, fresh)
    return fresh
  }

  app.addHook('onResponse', (request, reply, done) => {
    if (!isOurs(request.url)) return done()
    const { url } = request.routeOptions
    const one = url === undefined ? of('ANY', 'unknown') : of(request.method, url)
    const ms = reply.elapsedTime
    const family = `${Math.floor(reply.statusCode / 100)}xx`
    one.byStatus.set(family, (one.byStatus.get(family) ?? 0) + 1)
    one.count += 1
    one.ms += ms
    if (ms > one.slowestMs) one.slowestMs = ms
    if (family === '5xx') one.failedAt = Date.now()
    const step = steps.findIndex((most) => ms <= most)
    const place = step < 0 ? steps.length : step
    one.within[place] = (one.within[place] ?? 0) + 1
    done()
  })
}
