import type { Day } from '@cairn/calendar'
import { type Cycle, type CycleStatus, cycleStatus, dayOfCycle } from '@cairn/contract'
import { meetsDates } from '@cairn/work-item-query/browser'

/** What the list of cycles is narrowed to; dates by the same words as those of work items. */
export interface CycleFilters {
  status: CycleStatus[]
  start_date: string[]
  target_date: string[]
}

export const noFilters: CycleFilters = { status: [], start_date: [], target_date: [] }

export const countFilters = (filters: CycleFilters) =>
  Object.values(filters).reduce((sum, values) => sum + values.length, 0)

/** As this browser remembers it: an older version may have left something else. */
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

/** By a part of the name, whatever the case. */
export function searchCycles(cycles: readonly Cycle[], typed: string): Cycle[] {
  const wanted = typed.trim().toLowerCase()
  return cycles.filter(({ name }) => name.toLowerCase().includes(wanted))
}

export interface CycleSections {
  active: Cycle[]
  upcoming: Cycle[]
  completed: Cycle[]
}

const byMoment = (a: string | null, b: string | null) => Date.parse(a ?? '') - Date.parse(b ?? '')
const byName = (a: Cycle, b: Cycle) => a.name.localeCompare(b.name)

/** What runs; what is to come by its first day, then drafts by name; what is over, the latest first. */
export function sectionsOf(cycles: readonly Cycle[], now: number): CycleSections {
  const of = (status: CycleStatus) => cycles.filter((cycle) => cycleStatus(cycle, now) === status)
  return {
    active: of('CURRENT'),
    upcoming: [
      ...of('UPCOMING').sort((a, b) => byMoment(a.start_date, b.start_date) || byName(a, b)),
      ...of('DRAFT').sort(byName),
    ],
    completed: of('COMPLETED').sort((a, b) => byMoment(b.end_date, a.end_date) || byName(a, b)),
  }
}
