import type { MeasuredRoute } from '@cairn/contract'
import { type Measured, steps } from '#kernel/http/measure.ts'

/** Interpolated within the step where it lies, as Prometheus does; never above the slowest. */
export function estimateQuantile({ within, count, slowestMs }: Measured, part: number): number {
  let before = 0
  for (const [index, here] of within.entries()) {
    if (here > 0 && before + here >= part * count) {
      const from = steps[index - 1] ?? 0
      const to = Math.min(steps[index] ?? slowestMs, slowestMs)
      return from + (Math.max(0, part * count - before) / here) * Math.max(0, to - from)
    }
    before += here
  }
  return slowestMs
}

const rounded = (ms: number) => Math.round(ms * 10) / 10

const describe = (one: Measured): MeasuredRoute => ({
  method: one.method,
  route: one.route,
  count: one.count,
  errors: one.byStatus.get('5xx') ?? 0,
  p50_ms: rounded(estimateQuantile(one, 0.5)),
  p95_ms: rounded(estimateQuantile(one, 0.95)),
  slowest_ms: rounded(one.slowestMs),
})

const MAX_SLOW = 10
const MAX_FAILING = 10

/** Routes that answered with 5xx, and the slowest of the others. */
export function listNotableRoutes(measured: Iterable<Measured>): MeasuredRoute[] {
  const routes = Array.from(measured, describe)
  const failing = routes
    .filter(({ errors }) => errors > 0)
    .toSorted((a, b) => b.errors - a.errors)
    .slice(0, MAX_FAILING)
  const slow = routes
    .filter((route) => !failing.includes(route))
    .toSorted((a, b) => b.p95_ms - a.p95_ms)
    .slice(0, MAX_SLOW)
  return [...failing, ...slow]
}

/** The errors of routes that failed within this time. */
export function countRecentErrors(measured: Iterable<Measured>, since: number): number {
  let errors = 0
  for (const { failedAt, byStatus } of measured) {
    if (failedAt !== undefined && failedAt >= since) errors += byStatus.get('5xx') ?? 0
  }
  return errors
}
