import { DAY_MS } from '@cairn/calendar'
import { type Static, Type } from 'typebox'
import { Id, Nullable } from '../core/shapes.ts'
import type { StateGroup } from '../project/states.ts'

/** Progress of a cycle or module, by the state groups of its items. */
export const ProgressCounts = Type.Object({
  total_issues: Type.Integer(),
  backlog_issues: Type.Integer(),
  unstarted_issues: Type.Integer(),
  started_issues: Type.Integer(),
  completed_issues: Type.Integer(),
  cancelled_issues: Type.Integer(),
})
export type ProgressCounts = Static<typeof ProgressCounts>

/** The same in points; all zero unless the project estimates in points. */
export const ProgressPoints = Type.Object({
  total_estimate_points: Type.Number(),
  backlog_estimate_points: Type.Number(),
  unstarted_estimate_points: Type.Number(),
  started_estimate_points: Type.Number(),
  completed_estimate_points: Type.Number(),
  cancelled_estimate_points: Type.Number(),
})
export type ProgressPoints = Static<typeof ProgressPoints>

export const noCounts: ProgressCounts = {
  total_issues: 0,
  backlog_issues: 0,
  unstarted_issues: 0,
  started_issues: 0,
  completed_issues: 0,
  cancelled_issues: 0,
}
export const noPoints: ProgressPoints = {
  total_estimate_points: 0,
  backlog_estimate_points: 0,
  unstarted_estimate_points: 0,
  started_estimate_points: 0,
  completed_estimate_points: 0,
  cancelled_estimate_points: 0,
}

/** The remaining amount at the end of each day, `YYYY-MM-DD`; null for future days. */
export const CompletionChart = Type.Record(Type.String(), Nullable(Type.Number()))
export type CompletionChart = Static<typeof CompletionChart>

const person = {
  /** Null in the row of unassigned items. */
  assignee_id: Nullable(Id),
  display_name: Nullable(Type.String()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  avatar_url: Nullable(Type.String()),
}
const label = {
  /** Null in the row of items without a label. */
  label_id: Nullable(Id),
  label_name: Nullable(Type.String()),
  color: Nullable(Type.String()),
}
const issues = {
  total_issues: Type.Integer(),
  completed_issues: Type.Integer(),
  pending_issues: Type.Integer(),
}
/** Null where there is nothing to sum. */
const estimates = {
  total_estimates: Nullable(Type.Number()),
  completed_estimates: Nullable(Type.Number()),
  pending_estimates: Nullable(Type.Number()),
}

export const Distribution = Type.Object({
  assignees: Type.Array(Type.Object({ ...person, ...issues })),
  labels: Type.Array(Type.Object({ ...label, ...issues })),
  completion_chart: CompletionChart,
})
export type Distribution = Static<typeof Distribution>

/** `{}` unless the project estimates in points. */
export const EstimateDistribution = Type.Partial(
  Type.Object({
    assignees: Type.Array(Type.Object({ ...person, ...estimates })),
    labels: Type.Array(Type.Object({ ...label, ...estimates })),
    completion_chart: CompletionChart,
  }),
)
export type EstimateDistribution = Static<typeof EstimateDistribution>

/** Either of the two; the requested type decides which numbers the rows have. */
export const AnyDistribution = Type.Object({
  assignees: Type.Array(
    Type.Object({
      ...person,
      ...Type.Partial(Type.Object({ ...issues, ...estimates })).properties,
    }),
  ),
  labels: Type.Array(
    Type.Object({ ...label, ...Type.Partial(Type.Object({ ...issues, ...estimates })).properties }),
  ),
  completion_chart: CompletionChart,
})
export type AnyDistribution = Static<typeof AnyDistribution>

export const nothingDistributed: AnyDistribution = {
  assignees: [],
  labels: [],
  completion_chart: {},
}

export const countOf = (counts: ProgressCounts, group: StateGroup): number =>
  counts[`${group}_issues`]

export const pointsOf = (points: ProgressPoints, group: StateGroup): number =>
  points[`${group}_estimate_points`]

/** Items neither completed nor canceled. */
export const openItems = (counts: Pick<ProgressCounts, OpenCount>): number =>
  counts.total_issues - counts.completed_issues - counts.cancelled_issues
type OpenCount = 'total_issues' | 'completed_issues' | 'cancelled_issues'

/** Never 100 before all is done, nor 0 once something is. */
export function percentOf(part: number, whole: number): number {
  if (whole <= 0 || part <= 0) return 0
  if (part >= whole) return 100
  return Math.min(99, Math.max(1, Math.round((part / whole) * 100)))
}

/** The items that count: canceled ones are neither done nor to do. */
export const scopeOf = (counts: Pick<ProgressCounts, OpenCount>): number =>
  counts.total_issues - counts.cancelled_issues

export const donePercent = (counts: Pick<ProgressCounts, OpenCount>): number =>
  percentOf(counts.completed_issues, scopeOf(counts))

const toDay = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** All calendar days in a range, both ends included. */
export function daysBetween(first: string, last: string): string[] {
  const [from, to] = [Date.parse(first), Date.parse(last)]
  const count = Math.max(0, Math.floor((to - from) / DAY_MS) + 1)
  return Array.from({ length: count }, (_, n) => toDay(from + n * DAY_MS))
}

export interface DaySum {
  day: string
  done: number
}

/**
 * The remaining amount at the end of each day: all, less what was done until then. Work done before
 * the first day counts from the first; days after `today` are unknown.
 */
export function completionChart(
  total: number,
  done: readonly DaySum[],
  { first, last, today }: { first: string; last: string; today: string },
): CompletionChart {
  const sums = done.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const chart: CompletionChart = {}
  let [next, remaining] = [0, total]
  for (const day of daysBetween(first, last)) {
    for (let sum = sums[next]; sum && sum.day <= day; sum = sums[next]) {
      remaining -= sum.done
      next += 1
    }
    // Sums of decimals leave rounding errors, or a negative zero.
    chart[day] = day > today ? null : Math.round(remaining * 100) / 100 || 0
  }
  return chart
}

/** A straight line from all on the first day to zero on the last. */
export const idealAt = (index: number, days: number, scope: number): number =>
  days <= 1 ? 0 : Math.floor(((days - 1 - index) / (days - 1)) * scope)

export interface ChartPoint {
  day: string
  scope: number
  /** Null for future days. */
  pending: number | null
  completed: number | null
  ideal: number
}

/** The points of a burn-down or burn-up; canceled items are left out of all of them. */
export function chartPoints(chart: CompletionChart, total: number, cancelled: number) {
  const days = Object.keys(chart).toSorted()
  const scope = total - cancelled
  return days.map((day, index): ChartPoint => {
    const remaining = chart[day] ?? null
    const pending = remaining === null ? null : Math.max(0, remaining - cancelled)
    const completed = pending === null ? null : scope - pending
    return { day, scope, pending, completed, ideal: idealAt(index, days.length, scope) }
  })
}
