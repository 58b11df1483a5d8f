import type { Day } from '@cairn/calendar'
import {
  type Priority,
  type ProgressCounts,
  priorities,
  type State,
  type StateGroup,
  type WorkItem,
} from '@cairn/contract'
import { meetsDates } from '@cairn/work-item-query/browser'
import { todayHere } from '#ui/dates/own-zone.ts'

export const subItemProperties = [
  'key',
  'type',
  'assignee',
  'start_date',
  'due_date',
  'labels',
  'priority',
  'state',
] as const
export type SubItemProperty = (typeof subItemProperties)[number]

export const subItemGroupings = ['none', 'state', 'priority', 'assignees'] as const
export type SubItemGrouping = (typeof subItemGroupings)[number]

export const subItemOrders = ['created', 'updated', 'start_date', 'priority'] as const
export type SubItemOrder = (typeof subItemOrders)[number]

export interface SubItemFilters {
  priority: Priority[]
  state: string[]
  assignee: string[]
  /** Date filters in the format of lists, such as `1_weeks;after;fromnow`. */
  start_date: string[]
  due_date: string[]
}

/** How sub-items are shown; stored in this browser, for all items. */
export interface SubItemView {
  hidden: SubItemProperty[]
  group_by: SubItemGrouping
  order_by: SubItemOrder
  filters: SubItemFilters
}

export const defaultView: SubItemView = {
  hidden: [],
  group_by: 'none',
  order_by: 'created',
  filters: { priority: [], state: [], assignee: [], start_date: [], due_date: [] },
}

/** The items of an epic are its plan: grouped by state. */
export const defaultEpicView: SubItemView = { ...defaultView, group_by: 'state' }

export const isFiltered = ({ filters }: SubItemView) =>
  Object.values(filters).some((values) => values.length > 0)

const has = <Value>(wanted: readonly Value[], values: readonly Value[]) =>
  wanted.length === 0 || values.some((value) => wanted.includes(value))

const isWhen = (wanted: readonly string[], day: Day | null, today: Day) =>
  wanted.length === 0 || meetsDates(wanted.join(','), day, today)

function matches(item: WorkItem, filters: SubItemFilters, today: Day) {
  const { priority, state, assignee, start_date, due_date } = filters
  return (
    has(priority, [item.priority]) &&
    has(state, [item.state_id]) &&
    has(assignee, item.assignee_ids) &&
    isWhen(start_date, item.start_date, today) &&
    isWhen(due_date, item.target_date, today)
  )
}

const compare: Record<SubItemOrder, (a: WorkItem, b: WorkItem) => number> = {
  created: (a, b) => a.created_at.localeCompare(b.created_at),
  updated: (a, b) => b.updated_at.localeCompare(a.updated_at),
  // Items without a date come last.
  start_date: (a, b) => (a.start_date ?? '9999').localeCompare(b.start_date ?? '9999'),
  priority: (a, b) => priorities.indexOf(a.priority) - priorities.indexOf(b.priority),
}

export interface SubItemGroup {
  /**
   * A state, a priority or a user; `undefined` for unassigned, and for the one group of an
   * ungrouped list.
   */
  id: string | undefined
  items: WorkItem[]
}

function keysOf(item: WorkItem, by: SubItemGrouping): (string | undefined)[] {
  if (by === 'state') return [item.state_id]
  if (by === 'priority') return [item.priority]
  if (by === 'assignees') return item.assignee_ids.length > 0 ? item.assignee_ids : [undefined]
  return [undefined]
}

/** The displayed items: filtered, sorted, in non-empty groups. */
export function arrange(
  items: readonly WorkItem[],
  view: SubItemView,
  states: readonly State[],
  today = todayHere(),
): SubItemGroup[] {
  const shown = items
    .filter((item) => matches(item, view.filters, today))
    .sort((a, b) => compare[view.order_by](a, b) || a.sequence_id - b.sequence_id)
  const placed = shown.flatMap((item) => keysOf(item, view.group_by).map((id) => ({ id, item })))
  const groups = [...Map.groupBy(placed, ({ id }) => id)].map(([id, some]) => ({
    id,
    items: some.map(({ item }) => item),
  }))
  const order = [...states.map(({ id }) => id), ...priorities] as (string | undefined)[]
  const rank = ({ id }: SubItemGroup) => (id === undefined ? order.length : order.indexOf(id))
  return view.group_by === 'assignees' ? groups : groups.sort((a, b) => rank(a) - rank(b))
}

export const doneOf = (items: readonly Pick<WorkItem, 'state__group'>[]) =>
  items.filter(({ state__group }) => state__group === 'completed').length

/** Number of items per state group, as shown in progress. */
export function countedByGroup(items: readonly Pick<WorkItem, 'state__group'>[]): ProgressCounts {
  const count = (group: StateGroup) =>
    items.filter(({ state__group }) => state__group === group).length
  return {
    total_issues: items.length,
    backlog_issues: count('backlog'),
    unstarted_issues: count('unstarted'),
    started_issues: count('started'),
    completed_issues: count('completed'),
    cancelled_issues: count('cancelled'),
  }
}

export const hasFolds = (items: readonly Pick<WorkItem, 'sub_issues_count'>[]) =>
  items.some(({ sub_issues_count }) => sub_issues_count > 0)
