import {
  type NegatableFilter,
  type Negation,
  type Priority,
  type PropertyField,
  priorities,
  type Slice,
  type StateGroup,
  stateGroups,
} from '@cairn/contract'
import { type Condition, leavesOf, type NumberRange } from './condition.ts'

export { priorities, stateGroups }

/** The keys a list can be grouped by, as in the URL, besides properties. */
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
  'type_id',
] as const
export type FixedGroupKey = (typeof groupKeys)[number]
export type GroupKey = FixedGroupKey | PropertyField

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
  'type__name',
  'link_count',
  'attachment_count',
  'sub_issues_count',
] as const
export type FixedOrderKey = (typeof orderKeys)[number]
export type OrderKey = FixedOrderKey | PropertyField

export interface Order {
  key: OrderKey
  descending: boolean
}

/** Any of these ids, or no value if `none` is set. */
export interface AnyOf {
  ids: readonly string[]
  none: boolean
}

/** Both ends included; a missing end is open. */
export interface DayRange {
  from?: string
  to?: string
  /** Only while the item is neither completed nor canceled: for overdue. */
  isOpen?: true
}

/** The state groups of open work. */
export const openGroups: readonly StateGroup[] = ['backlog', 'unstarted', 'started']

/** `from` included, `until` not. */
export interface InstantRange {
  from?: string
  until?: string
}

export interface DateTest<Range> {
  ranges: readonly Range[]
  none: boolean
}

/** Both ends included; a missing end is open. */
type PropertyValues =
  | { kind: 'option' | 'person' | 'item'; wanted: AnyOf }
  /** "true" and "false". */
  | { kind: 'boolean'; wanted: AnyOf }
  | { kind: 'date'; wanted: DateTest<DayRange> }
  | { kind: 'datetime'; wanted: DateTest<InstantRange> }
  | { kind: 'number'; wanted: DateTest<NumberRange> }
  /** Contains any of them. */
  | { kind: 'text' | 'link'; wanted: { texts: readonly string[]; none: boolean } }

/** Of one property of a type; items without a value meet the negated test. */
export type PropertyTest = { id: string; isNegated: boolean } & PropertyValues

/** What an item must match. */
export interface PositiveFilters {
  priority?: readonly Priority[]
  state?: readonly string[]
  state_group?: readonly StateGroup[]
  /** From `type`; applies in addition to `state_group`. */
  type_groups?: readonly StateGroup[]
  assignees?: AnyOf
  labels?: AnyOf
  module?: AnyOf
  cycle?: AnyOf
  parent?: AnyOf
  created_by?: AnyOf
  updated_by?: AnyOf
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
  /** All of them. */
  properties?: readonly PropertyTest[]
}

/** What an item must not match; an item without a value passes. */
export type NegativeFilters = {
  [Key in NegatableFilter as Negation<Key>]?: NonNullable<PositiveFilters[Key]>
}

/**
 * The active filters; missing ones filter nothing. All of them must match, and so must `where`,
 * which has what they cannot express: `or`, groups, and conditions that no list is indexed by.
 */
export interface Filters extends PositiveFilters, NegativeFilters {
  where?: Condition
}

/** Whether the result depends on state groups. */
export const asksForGroup = (filters: Filters): boolean =>
  Boolean(
    filters.state_group ||
      filters.state_group__not ||
      filters.type_groups ||
      filters.target_date?.ranges.some(({ isOpen }) => isOpen) ||
      (filters.where && leavesOf(filters.where).some(asksForGroup)),
  )

/** A list of work items in any context and layout. */
export interface ListQuery {
  filters: Filters
  order: Order
  group: GroupKey | null
  subGroup: GroupKey | null
  slice: Slice
}

/** The group of items without a value. */
export const NONE = 'None'

/** Names are compared by their lower-case letters, one by one, like `lower` in PostgreSQL. */
export const nameKey = (name: string): string =>
  Array.from(name, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join(
    '',
  )

/**
 * Timestamps as text that sorts by time: the server omits trailing zeros, which would break the
 * order.
 */
export function instantKey(iso: string): string {
  const [seconds = '', fraction = ''] = iso.replace(/Z$/, '').split('.')
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}
