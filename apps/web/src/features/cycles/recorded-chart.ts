import {
  type CompletionChart,
  type Cycle,
  type CycleDay,
  dayOfCycle,
  daysBetween,
} from '@cairn/contract'
import type { Unit } from '#entities/progress/shares.ts'

/**
 * Remaining work by day, for a cycle that records each day; days without a record use the counted
 * values.
 */
export function recordedChart(
  { version, start_date, end_date }: Pick<Cycle, 'version' | 'start_date' | 'end_date'>,
  days: readonly CycleDay[] | undefined,
  unit: Unit,
  counted: CompletionChart = {},
): CompletionChart {
  const [first, last] = [dayOfCycle(start_date), dayOfCycle(end_date)]
  if (version !== 2 || !days || !first || !last) return counted
  const remaining = new Map(
    days.map((day) => [
      day.date,
      unit === 'issues'
        ? day.total_issues - day.completed_issues
        : day.total_estimate_points - day.completed_estimate_points,
    ]),
  )
  return Object.fromEntries(
    daysBetween(first, last).map((day) => [day, remaining.get(day) ?? counted[day] ?? null]),
  )
}
