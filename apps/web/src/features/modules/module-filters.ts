import type { Day } from '@cairn/calendar'
import { type Module, type ModuleStatus, scopeOf } from '@cairn/contract'
import { meetsDates } from '@cairn/work-item-query/browser'

export const layouts = ['list', 'board', 'gantt'] as const
export type ModuleLayout = (typeof layouts)[number]

export const orders = [
  'name',
  'progress',
  'issues_length',
  'target_date',
  'created_at',
  'sort_order',
] as const
export type Order = (typeof orders)[number]
export type OrderBy = Order | `-${Order}`

/** Stored per project. */
export interface ModuleDisplay {
  favorites: boolean
  layout: ModuleLayout
  order_by: OrderBy
}

export const firstDisplay: ModuleDisplay = { favorites: false, layout: 'list', order_by: 'name' }

/** Dates as in work item filters. */
export interface ModuleFilters {
  status: ModuleStatus[]
  lead: string[]
  members: string[]
  start_date: string[]
  target_date: string[]
}
export type FilterKey = keyof ModuleFilters

export const noFilters: ModuleFilters = {
  status: [],
  lead: [],
  members: [],
  start_date: [],
  target_date: [],
}

export const countFilters = (filters: ModuleFilters, favorites: boolean) =>
  Object.values(filters).reduce((sum, values) => sum + values.length, Number(favorites))

const isAmong = (chosen: readonly string[], values: readonly string[]) =>
  chosen.length === 0 || chosen.some((value) => values.includes(value))

const isWithin = (chosen: readonly string[], day: Day | null, today: Day) =>
  chosen.length === 0 || meetsDates(chosen.join(','), day, today)

export const filterModules = (
  modules: readonly Module[],
  filters: ModuleFilters,
  { favorites, today }: { favorites: ReadonlySet<string> | undefined; today: Day },
): Module[] =>
  modules.filter(
    ({ id, status, lead_id, member_ids, start_date, target_date }) =>
      (!favorites || favorites.has(id)) &&
      isAmong(filters.status, [status]) &&
      isAmong(filters.lead, lead_id ? [lead_id] : []) &&
      isAmong(filters.members, member_ids) &&
      isWithin(filters.start_date, start_date, today) &&
      isWithin(filters.target_date, target_date, today),
  )

export function searchModules(modules: readonly Module[], typed: string): Module[] {
  const wanted = typed.trim().toLowerCase()
  return modules.filter(({ name }) => name.toLowerCase().includes(wanted))
}

/** The completed share of all but canceled items; 0 without any. */
export const shareOf = (module: Module) => {
  const scope = scopeOf(module)
  return scope > 0 ? module.completed_issues / scope : 0
}

type Key = string | number | null

const keys: Record<Order, (module: Module) => Key> = {
  name: ({ name }) => name,
  progress: shareOf,
  issues_length: ({ total_issues }) => total_issues,
  target_date: ({ target_date }) => target_date,
  created_at: ({ created_at }) => Date.parse(created_at),
  sort_order: ({ sort_order }) => sort_order,
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b)

/** Modules without a date come last in both directions. */
export function orderModules(modules: readonly Module[], order_by: OrderBy): Module[] {
  const { by, descending } = readOrder(order_by)
  const keyOf = keys[by]
  return modules.toSorted((a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)]
    if (first === null || second === null) {
      return Number(first === null) - Number(second === null) || compare(a.name, b.name)
    }
    return (descending ? -1 : 1) * compare(first, second) || compare(a.name, b.name)
  })
}

export function readOrder(order_by: OrderBy): { by: Order; descending: boolean } {
  const descending = order_by.startsWith('-')
  return { by: (descending ? order_by.slice(1) : order_by) as Order, descending }
}

/** Manual order has no direction. */
export const writeOrder = (by: Order, descending: boolean): OrderBy =>
  descending && by !== 'sort_order' ? `-${by}` : by
