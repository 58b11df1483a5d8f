import type { Day } from '@cairn/calendar'
import {
  ACCEPTED,
  DECLINED,
  DUPLICATE,
  type IntakeListQuery,
  type IntakeStatus,
  PENDING,
  SNOOZED,
} from '@cairn/contract'
import { rangeOf, type SpanOrDays } from '#entities/project/spans.ts'

export const tabs = ['open', 'closed'] as const
export type Tab = (typeof tabs)[number]

/** The statuses available on each tab. */
export const statusesOf: Record<Tab, readonly IntakeStatus[]> = {
  open: [PENDING, SNOOZED],
  closed: [ACCEPTED, DECLINED, DUPLICATE],
}

export const sorts = ['created_at', 'updated_at', 'sequence_id'] as const

export interface IntakeSort {
  by: (typeof sorts)[number]
  descending: boolean
}

export const lists = ['state', 'priority', 'assignees', 'created_by', 'labels'] as const
export const dates = ['created_at', 'updated_at'] as const
export type ListFilter = (typeof lists)[number]
export type DateFilter = (typeof dates)[number]

export type IntakeFilters = { status: readonly IntakeStatus[] } & {
  [Key in ListFilter]: readonly string[]
} & { [Key in DateFilter]: SpanOrDays }

/** Filters and order of the list. */
export interface IntakeView {
  filters: IntakeFilters
  sort: IntakeSort
}

/** The initial view of a tab, also after returning to it. */
export const firstView = (tab: Tab): IntakeView => ({
  filters: {
    status: tab === 'open' ? [PENDING] : statusesOf.closed,
    ...{ state: [], priority: [], assignees: [], created_by: [], labels: [] },
    ...{ created_at: null, updated_at: null },
  },
  sort: { by: 'created_at', descending: true },
})

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value) => other.includes(value))

export const hasOtherStatuses = ({ status }: IntakeFilters, tab: Tab) =>
  !isSame(status, firstView(tab).filters.status)

/** The number of filters besides the tab's own. */
export const countFilters = (filters: IntakeFilters, tab: Tab) =>
  (hasOtherStatuses(filters, tab) ? 1 : 0) +
  lists.reduce((sum, key) => sum + filters[key].length, 0) +
  dates.filter((key) => filters[key] !== null).length

/** Toggles a status; the last one stays. */
export function toggleStatus(filters: IntakeFilters, status: IntakeStatus): IntakeFilters {
  const left = filters.status.includes(status)
    ? filters.status.filter((one) => one !== status)
    : [...filters.status, status]
  return left.length > 0 ? { ...filters, status: left } : filters
}

export const toggleValue = (
  filters: IntakeFilters,
  key: ListFilter,
  value: string,
): IntakeFilters => ({
  ...filters,
  [key]: filters[key].includes(value)
    ? filters[key].filter((one) => one !== value)
    : [...filters[key], value],
})

/** The view as query parameters. */
export function toQuery({ filters, sort }: IntakeView, today: Day): IntakeListQuery {
  const days = (key: DateFilter) => {
    const chosen = filters[key]
    if (!chosen) return {}
    const { start, end } = rangeOf(chosen, today)
    return { [key]: `${start};after,${end};before` }
  }
  const chosen = lists.filter((key) => filters[key].length > 0)
  return {
    status: filters.status.toSorted().join(),
    order_by: `${sort.descending ? '-' : ''}issue__${sort.by}`,
    ...Object.fromEntries(chosen.map((key) => [key, filters[key].join()])),
    ...days('created_at'),
    ...days('updated_at'),
  }
}
