import type { Day } from '@cairn/calendar'
import {
  type Cycle,
  type CycleStatus,
  cycleStatus,
  dayOfCycle,
  planSortOrder,
} from '@cairn/contract'
import { meetsDates } from '@cairn/work-item-query/browser'

/** The filters of the list of cycles; dates as in work item filters. */
export interface CycleFilters {
  status: CycleStatus[]
  start_date: string[]
  target_date: string[]
}

export const noFilters: CycleFilters = { status: [], start_date: [], target_date: [] }

export const countFilters = (filters: CycleFilters) =>
  Object.values(filters).reduce((sum, values) => sum + values.length, 0)

/** As stored in this browser: an older version may have stored something else. */
export const readFilters = (
  stored: Partial<Record<keyof CycleFilters, unknown>>,
): CycleFilters => ({
  status: texts(stored.status) as CycleStatus[],
  start_date: texts(stored.start_date),
  target_date: texts(stored.target_date),
})

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const isWithin = (chosen: readonly string[], day: Day | null, today: Day) =>
  chosen.length === 0 || meetsDates(chosen.join(','), day, today)

export const filterCycles = (
  cycles: readonly Cycle[],
  { status, start_date, target_date }: CycleFilters,
  { now, today }: { now: number; today: Day },
): Cycle[] =>
  cycles.filter(
    (cycle) =>
      (status.length === 0 || status.includes(cycleStatus(cycle, now))) &&
      isWithin(start_date, dayOfCycle(cycle.start_date), today) &&
      isWithin(target_date, dayOfCycle(cycle.end_date), today),
  )

/** By a part of the name, case-insensitive. */
export function searchCycles(cycles: readonly Cycle[], typed: string): Cycle[] {
  const wanted = typed.trim().toLowerCase()
  return cycles.filter(({ name }) => name.toLowerCase().includes(wanted))
}

/** The order of cycles in a section: by dates, or manual. */
export const cycleOrders = ['dates', 'manual'] as const
export type CycleOrder = (typeof cycleOrders)[number]

export interface CycleSections {
  active: Cycle[]
  upcoming: Cycle[]
  /** Without dates. */
  drafts: Cycle[]
  completed: Cycle[]
}

const byMoment = (a: string | null, b: string | null) => Date.parse(a ?? '') - Date.parse(b ?? '')
const byName = (a: Cycle, b: Cycle) => a.name.localeCompare(b.name)

const byHand = (a: Cycle, b: Cycle) => a.sort_order - b.sort_order || (a.id < b.id ? -1 : 1)

/** The sort order of a cycle dropped among the others of its section. */
export function sortOrderAt(section: readonly Cycle[], moved: string, place: number): number {
  const others = section.filter(({ id }) => id !== moved)
  return planSortOrder(others[place - 1]?.sort_order, others[place]?.sort_order)
}

/** Active; upcoming by first day; drafts by name; completed, latest first. */
export function sectionsOf(
  cycles: readonly Cycle[],
  now: number,
  order: CycleOrder = 'dates',
): CycleSections {
  const of = (status: CycleStatus) => cycles.filter((cycle) => cycleStatus(cycle, now) === status)
  if (order === 'manual') {
    return {
      active: of('CURRENT').sort(byHand),
      upcoming: of('UPCOMING').sort(byHand),
      drafts: of('DRAFT').sort(byHand),
      completed: of('COMPLETED').sort(byHand),
    }
  }
  return {
    active: of('CURRENT'),
    upcoming: of('UPCOMING').sort((a, b) => byMoment(a.start_date, b.start_date) || byName(a, b)),
    drafts: of('DRAFT').sort(byName),
    completed: of('COMPLETED').sort((a, b) => byMoment(b.end_date, a.end_date) || byName(a, b)),
  }
}
