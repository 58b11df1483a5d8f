import { addDays, type Day, dayNumber, dayOfNumber, monthFirst } from '@cairn/calendar'
import { lookup } from '../core/lookup.ts'
import { filtersOfPoint } from '../workspace/dashboards.ts'
import { type ListFilters, openFilters, overdueFilters } from '../workspace/home-numbers.ts'
import type { ChartAxis, Duration } from './analytics.ts'

/** Both days are included. */
export interface DaySpan {
  from: Day
  to: Day
}

export type StepLength = 'day' | 'week' | 'month'

/** The selected period, and the same number of days before it. */
export interface AnalyticsPeriod extends DaySpan {
  previous: DaySpan
}

/** Days back from today to the first day. Periods end today, except `yesterday`. */
const firstDays: Record<Exclude<Duration, 'last_12_months'>, number> = {
  yesterday: 1,
  last_7_days: 7,
  last_30_days: 30,
  last_3_months: 90,
  last_6_months: 181,
}

/** `today` is the caller's: periods are whole days in the caller's zone. */
export function analyticsPeriod(duration: Duration, today: Day): AnalyticsPeriod {
  const now = dayNumber(today)
  const first = duration === 'last_12_months' ? monthFirst(now, -11) : now - firstDays[duration]
  const last = duration === 'yesterday' ? now - 1 : now
  const before = { from: dayOfNumber(2 * first - last - 1), to: dayOfNumber(first - 1) }
  return { from: dayOfNumber(first), to: dayOfNumber(last), previous: before }
}

const MAX_DAY_STEPS = 45
const MAX_WEEK_STEPS = 27

/** The length of a step, so that a chart has neither one point nor hundreds. */
export function stepLengthOf({ from, to }: DaySpan): StepLength {
  const days = dayNumber(to) - dayNumber(from) + 1
  if (days <= MAX_DAY_STEPS) return 'day'
  return days <= 7 * MAX_WEEK_STEPS ? 'week' : 'month'
}

/** The days in steps, without gaps or overlaps. Weeks are counted from the first day. */
export function stepsWithin({ from, to }: DaySpan, length: StepLength): DaySpan[] {
  const last = dayNumber(to)
  const steps: DaySpan[] = []
  const nextOf = (day: number) => {
    if (length === 'month') return monthFirst(day, 1)
    return length === 'week' ? day + 7 : day + 1
  }
  for (let first = dayNumber(from); first <= last; first = nextOf(first)) {
    steps.push({ from: dayOfNumber(first), to: dayOfNumber(Math.min(nextOf(first) - 1, last)) })
  }
  return steps
}

/** The scope of analytics: projects of a workspace, or a project with a cycle or module. */
export interface CountedScope {
  project_ids: readonly string[]
  cycle_id?: string | undefined
  module_id?: string | undefined
}

/** A cycle takes precedence if both are given. */
export const filtersOfScope = ({
  project_ids,
  cycle_id,
  module_id,
}: CountedScope): ListFilters => ({
  ...(project_ids.length > 0 && { project: project_ids }),
  ...(cycle_id ? { cycle: [cycle_id] } : module_id && { module: [module_id] }),
})

/** Items created in a period; all items without one. */
export const filtersOfCreated = (filters: ListFilters, span: DaySpan | undefined): ListFilters =>
  span ? filtersOfPoint(filters, 'created', span) : filters

export const flowKeys = ['created', 'completed', 'open', 'overdue'] as const
export type FlowKey = (typeof flowKeys)[number]

/** The items behind each number. Open and overdue are as of today and ignore the period. */
export function flowFilters(
  filters: ListFilters,
  span: DaySpan,
  today: Day,
): Record<FlowKey, ListFilters> {
  return {
    created: filtersOfPoint(filters, 'created', span),
    completed: filtersOfPoint(filters, 'completed', span),
    open: { ...filters, ...openFilters },
    overdue: { ...filters, ...overdueFilters(addDays(today, -1) ?? today) },
  }
}

const axisFilters: Record<ChartAxis, string> = {
  STATES: 'state',
  STATE_GROUPS: 'state_group',
  LABELS: 'labels',
  ASSIGNEES: 'assignees',
  ESTIMATE_POINTS: 'estimate_point',
  CYCLES: 'cycle',
  MODULES: 'module',
  PRIORITY: 'priority',
  START_DATE: 'start_date',
  TARGET_DATE: 'target_date',
  CREATED_AT: 'created_at',
  COMPLETED_AT: 'completed_at',
  CREATED_BY: 'created_by',
}

/** The filter value for "no value"; charts have two spellings, and it is also a priority. */
const filterValue = (axis: ChartAxis, key: string) =>
  key.toLowerCase() === 'none' && axis !== 'PRIORITY' ? 'None' : key

/**
 * The items behind a row or group of a chart. Estimates are grouped by value, and every project has
 * its own points: `points` lists those with the value.
 */
export const filtersOfAxis = (
  filters: ListFilters,
  axis: ChartAxis,
  key: string,
  points: Readonly<Record<string, readonly string[]>> = {},
): ListFilters => {
  const value = filterValue(axis, key)
  const ids = axis === 'ESTIMATE_POINTS' ? lookup(points, key) : undefined
  return { ...filters, [axisFilters[axis]]: ids ?? [value] }
}
