import {
  type Priority,
  priorities,
  type Slice,
  type StateGroup,
  stateGroups,
} from '@cairn/contract'

export { priorities, stateGroups }

/** What a list can be grouped by, as the address says it. */
export const groupKeys = [
  'state_id',
  'priority',
  'state__group',
  'cycle_id',
  'project_id',
  'labels__id',
  'assignees__id',
  'issue_module__module_id',
  'created_by',
  'target_date',
  'start_date',
] as const
export type GroupKey = (typeof groupKeys)[number]

/** What can be counted by: types too, though no list is grouped by them. */
export const countKeys = [...groupKeys, 'type_id'] as const
export type CountKey = (typeof countKeys)[number]

export const isGroupKey = (key: CountKey): key is GroupKey => key !== 'type_id'

export const orderKeys = [
  'created_at',
  'updated_at',
  'completed_at',
  'start_date',
  'target_date',
  'sort_order',
  'sequence_id',
  'name',
  'priority',
  'state__name',
  'state__group',
  'labels__name',
  'assignees__first_name',
  'issue_module__module__name',
  'issue_cycle__cycle__name',
  'estimate_point__key',
  'link_count',
  'attachment_count',
  'sub_issues_count',
] as const
export type OrderKey = (typeof orderKeys)[number]

export interface Order {
  key: OrderKey
  descending: boolean
}

/** Any of these ids, or having none at all where `none` says so. */
export interface AnyOf {
  ids: readonly string[]
  none: boolean
}

/** Both ends included; an end that is missing is open. */
export interface DayRange {
  from?: string
  to?: string
}

/** `from` included, `until` not. */
export interface InstantRange {
  from?: string
  until?: string
}

export interface DateTest<Range> {
  ranges: readonly Range[]
  none: boolean
}

/** The filters that hold; what is absent filters nothing. All of them must be met. */
export interface Filters {
  priority?: readonly Priority[]
  state?: readonly string[]
  state_group?: readonly StateGroup[]
  /** From `type`; met beside `state_group`. */
  type_groups?: readonly StateGroup[]
  assignees?: AnyOf
  labels?: AnyOf
  module?: AnyOf
  cycle?: AnyOf
  parent?: AnyOf
  created_by?: AnyOf
  issue_type?: AnyOf
  estimate_point?: AnyOf
  mentions?: readonly string[]
  subscriber?: readonly string[]
  project?: readonly string[]
  without_parent?: true
  name?: string
  start_date?: DateTest<DayRange>
  target_date?: DateTest<DayRange>
  created_at?: DateTest<InstantRange>
  updated_at?: DateTest<InstantRange>
  completed_at?: DateTest<InstantRange>
  both_dates?: true
  updated_after?: string
}

/** One list of work items, whatever its context and layout. */
export interface ListQuery {
  filters: Filters
  order: Order
  group: GroupKey | null
  subGroup: GroupKey | null
  slice: Slice
}

/** The group of what has no value. */
export const NONE = 'None'

/** Names are compared by their lower-case letters, one by one, as PostgreSQL's own `lower` does. */
export const nameKey = (name: string): string =>
  Array.from(name, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join(
    '',
  )

/** Moments as text that sorts by time: the server leaves trailing zeros out, which would not. */
export function instantKey(iso: string): string {
  const [seconds = '', fraction = ''] = iso.replace(/Z$/, '').split('.')
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}
