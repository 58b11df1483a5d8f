import {
  isPropertyField,
  lookup,
  negatableFilters,
  negationOf,
  type OwnProperty,
  type PropertyValue,
  priorities,
  stateGroups,
  type WorkItem,
} from '@cairn/contract'
import type { Condition, ValueTest, Test as Wanted } from './condition.ts'
import { readDateTokens } from './date-tokens.ts'
import { filterOn, isShared } from './groups.ts'
import {
  type AnyOf,
  type DateTest,
  type DayRange,
  type Filters,
  type FixedGroupKey,
  type FixedOrderKey,
  type GroupKey,
  type InstantRange,
  type ListQuery,
  NONE,
  type Order,
  openGroups,
  type PositiveFilters,
} from './list-query.ts'
import { propertyCondition } from './property-conditions.ts'
import { propertyOf, valueColumn } from './property-keys.ts'

/**
 * The decisions of this package's SQL for a single row: whether it is in a list, in which groups,
 * and at which position. A property test of the server compares the two. The browser loads this
 * file, so it must not import SQL or Node modules.
 */

/** The items a list starts from, before its filters. */
export interface ListBase {
  items: 'listed' | 'epics' | 'archived' | 'drafts'
  project_id?: string
  cycle_id?: string
  module_id?: string
  /** Stored filters of the list, applied in addition to those of the request. */
  own?: Filters
}

function isInBase(item: WorkItem, { items, project_id, cycle_id, module_id }: ListBase): boolean {
  if (items === 'drafts') return item.is_draft
  const isArchived = item.archived_at !== null
  if (isArchived !== (items === 'archived') || item.is_epic !== (items === 'epics')) return false
  if (items !== 'archived' && item.state__group === 'triage') return false
  if (items === 'listed' && item.is_draft) return false
  return (
    (project_id === undefined || item.project_id === project_id) &&
    (cycle_id === undefined || item.cycle_id === cycle_id) &&
    (module_id === undefined || item.module_ids.includes(module_id))
  )
}

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const fraction = (moment: string) => moment.slice(20, -1).padEnd(6, '0')

/** To the microsecond. The server omits trailing zeros of a fraction, so whole texts do not compare. */
const instants = (a: string, b: string): number =>
  text(a.slice(0, 19), b.slice(0, 19)) || text(fraction(a), fraction(b))

const isAnyOf = ({ ids, none }: AnyOf, value: string | null) =>
  value === null ? none : ids.includes(value)

const hasAnyOf = ({ ids, none }: AnyOf, values: readonly string[]) =>
  values.length === 0 ? none : values.some((value) => ids.includes(value))

const isOnDay = ({ ranges, none }: DateTest<DayRange>, day: string | null, open = true) =>
  day === null
    ? none
    : ranges.some(
        ({ from, to, isOpen }) => (!from || day >= from) && (!to || day <= to) && (!isOpen || open),
      )

const isAt = ({ ranges, none }: DateTest<InstantRange>, at: string | null) =>
  at === null
    ? none
    : ranges.some(
        ({ from, until }) =>
          (!from || instants(at, from) >= 0) && (!until || instants(at, until) < 0),
      )

/** Null: cannot be decided from the row. */
type Tests = {
  [Key in keyof PositiveFilters]-?:
    | ((item: WorkItem, wanted: NonNullable<PositiveFilters[Key]>) => boolean)
    | null
}

const isInGroup = ({ state__group }: WorkItem, groups: readonly string[]) =>
  groups.includes(state__group)

const open: readonly string[] = openGroups

const tests: Tests = {
  priority: ({ priority }, wanted) => wanted.includes(priority),
  state: ({ state_id }, wanted) => wanted.includes(state_id),
  state_group: isInGroup,
  type_groups: isInGroup,
  assignees: ({ assignee_ids }, wanted) => hasAnyOf(wanted, assignee_ids),
  labels: ({ label_ids }, wanted) => hasAnyOf(wanted, label_ids),
  module: ({ module_ids }, wanted) => hasAnyOf(wanted, module_ids),
  cycle: ({ cycle_id }, wanted) => isAnyOf(wanted, cycle_id),
  parent: ({ parent_id }, wanted) => isAnyOf(wanted, parent_id),
  created_by: ({ created_by }, wanted) => isAnyOf(wanted, created_by),
  updated_by: ({ updated_by }, wanted) => isAnyOf(wanted, updated_by),
  issue_type: ({ type_id }, wanted) => isAnyOf(wanted, type_id),
  estimate_point: ({ estimate_point }, wanted) => isAnyOf(wanted, estimate_point),
  mentions: null,
  subscriber: null,
  project: ({ project_id }, wanted) => wanted.includes(project_id),
  without_parent: ({ parent_id }) => parent_id === null,
  // Case-insensitive equality depends on the locale of the database.
  name: null,
  start_date: ({ start_date }, wanted) => isOnDay(wanted, start_date),
  target_date: ({ target_date, state__group }, wanted) =>
    isOnDay(wanted, target_date, open.includes(state__group)),
  created_at: ({ created_at }, wanted) => isAt(wanted, created_at),
  updated_at: ({ updated_at }, wanted) => isAt(wanted, updated_at),
  completed_at: ({ completed_at }, wanted) => isAt(wanted, completed_at),
  both_dates: ({ start_date, target_date }) => start_date !== null && target_date !== null,
  updated_after: ({ updated_at }, moment) => instants(updated_at, moment) > 0,
  // They are trees of conditions.
  properties: null,
}

type Test = (item: WorkItem, wanted: never) => boolean

const negated = (test: Test | null): Test | null => test && ((item, wanted) => !test(item, wanted))

const testOf: Record<string, Test | null> = {
  ...tests,
  ...Object.fromEntries(negatableFilters.map((key) => [negationOf(key), negated(tests[key])])),
}

/**
 * Whether a row is in a list. Undefined: cannot be decided from the row, so the server must be
 * asked.
 */
export function matches(
  item: WorkItem,
  { filters }: Pick<ListQuery, 'filters'>,
  base: ListBase,
): boolean | undefined {
  if (!isInBase(item, base)) return false
  const own = meets(item, base.own ?? {})
  const asked = own === false ? false : meets(item, filters)
  return asked && own
}

/** A cleared value is null until the server has answered. */
function propertyValue({ property_values }: WorkItem, id: string): PropertyValue | undefined {
  const value = lookup(property_values, id) ?? undefined
  return Array.isArray(value) && value.length === 0 ? undefined : value
}

/** Undefined for names, and for texts, which are compared by the locale of the database. */
function valuePasses(value: PropertyValue, test: ValueTest): boolean | undefined {
  switch (test.is) {
    case 'number': {
      const { from = -Infinity, to = Infinity, isOpen } = test.range
      const number = Number(value)
      return isOpen ? number > from && number < to : number >= from && number <= to
    }
    case 'boolean':
      return value === test.value
    case 'day':
      return isOnDay({ ranges: [test.range], none: false }, String(value))
    case 'moment':
      return isAt({ ranges: [test.range], none: false }, String(value))
    case 'ref':
      return Array.isArray(value) && value.some((id) => test.ids.includes(id))
    default:
      return undefined
  }
}

function hasValue(
  item: WorkItem,
  { property, values }: Extract<Wanted, { kind: 'property' }>,
): boolean | undefined {
  if (!('id' in property)) return undefined
  const value = propertyValue(item, property.id)
  if (value === undefined) return false
  if (!values) return true
  if (!property.kind) return undefined
  const met = values.map((test) => valuePasses(value, test))
  return met.includes(true) ? true : met.includes(undefined) ? undefined : false
}

/** Undefined for what is not in the row, or depends on the locale of the database. */
function passes(item: WorkItem, test: Wanted): boolean | undefined {
  if (test.kind === 'property') return hasValue(item, test)
  if (test.kind !== 'is') return undefined
  switch (test.nature) {
    case 'draft':
      return item.is_draft
    case 'archived':
      return item.archived_at !== null
    case 'epic':
      return item.is_epic
    case 'intake':
      return item.state__group === 'triage'
    case 'sub_item':
      return item.parent_id !== null
    default:
      return undefined
  }
}

/** Undefined only if the parts that are known do not decide it. */
function meetsTree(item: WorkItem, condition: Condition): boolean | undefined {
  if ('filters' in condition) return meets(item, condition.filters)
  if ('test' in condition) return passes(item, condition.test)
  if ('not' in condition) {
    const met = meetsTree(item, condition.not)
    return met === undefined ? undefined : !met
  }
  const isAll = 'and' in condition
  const parts = (isAll ? condition.and : condition.or).map((one) => meetsTree(item, one))
  if (parts.some((met) => met === !isAll)) return !isAll
  return parts.includes(undefined) ? undefined : isAll
}

function meets(item: WorkItem, filters: Filters): boolean | undefined {
  let answer: true | undefined = true
  for (const [key, wanted] of Object.entries(filters)) {
    if (key === 'where' && filters.where) {
      const met = meetsTree(item, filters.where)
      if (met === false) return false
      if (met === undefined) answer = undefined
      continue
    }
    if (key === 'properties' && filters.properties) {
      const met = filters.properties.map((one) => meetsTree(item, propertyCondition(one)))
      if (met.includes(false)) return false
      if (met.includes(undefined)) answer = undefined
      continue
    }
    const test = lookup(testOf, key)
    if (!test) answer = undefined
    else if (!test(item, wanted as never)) return false
  }
  return answer
}

/** Whether a day meets date tokens, as a list filtered by them decides it. */
export function meetsDates(tokens: string, day: string | null, today: string): boolean {
  const wanted = readDateTokens(tokens, today)
  return !wanted || isOnDay(wanted, day)
}

const groupValues: Record<FixedGroupKey, (item: WorkItem) => string | null | readonly string[]> = {
  state_id: ({ state_id }) => state_id,
  priority: ({ priority }) => priority,
  state__group: ({ state__group }) => state__group,
  cycle_id: ({ cycle_id }) => cycle_id,
  project_id: ({ project_id }) => project_id,
  labels__id: ({ label_ids }) => label_ids,
  assignees__id: ({ assignee_ids }) => assignee_ids,
  issue_module__module_id: ({ module_ids }) => module_ids,
  created_by: ({ created_by }) => created_by,
  target_date: ({ target_date }) => target_date,
  start_date: ({ start_date }) => start_date,
  type_id: ({ type_id }) => type_id,
}

/** The filters on the grouping key: only groups in all of them appear. */
function wantedGroups(key: GroupKey, filters: Filters, { module_id, own = {} }: ListBase): AnyOf[] {
  if (!isShared(key)) return []
  const ofModule = module_id === undefined ? {} : { module: { ids: [module_id], none: false } }
  return [filters, own, ofModule].flatMap((some) => filterOn(key, some) ?? [])
}

function propertyGroups(item: WorkItem, { id }: OwnProperty): string | null | string[] {
  const value = propertyValue(item, id)
  if (value === undefined) return null
  return Array.isArray(value) ? value : String(value)
}

/** The groups a row of the list is in. */
export function groupsOf(
  item: WorkItem,
  key: GroupKey,
  { filters }: Pick<ListQuery, 'filters'>,
  base: ListBase,
): string[] {
  const value = isPropertyField(key)
    ? propertyGroups(item, propertyOf(key))
    : groupValues[key](item)
  if (value === null || typeof value === 'string') return [value ?? NONE]
  const ids = value.length > 0 ? [...value] : [NONE]
  const wanted = wantedGroups(key, filters, base)
  return ids.filter((id) => wanted.every((one) => isAnyOf(one, id === NONE ? null : id)))
}

export type Comparison = (a: WorkItem, b: WorkItem) => number

type Sorter = (descending: boolean) => Comparison

/** Rows without a value are last in both directions. */
const by =
  <Value>(
    read: (item: WorkItem) => Value | null,
    inOrder: (a: Value, b: Value) => number,
  ): Sorter =>
  (descending) =>
  (a, b) => {
    const [first, second] = [read(a), read(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return descending ? inOrder(second, first) : inOrder(first, second)
  }

const numbers = (a: number, b: number) => a - b
const groups: readonly string[] = stateGroups

const groupRank = ({ state__group }: WorkItem) => {
  const rank = groups.indexOf(state__group)
  return rank < 0 ? null : rank
}

/**
 * Missing here: orders by names of other objects, which a row does not have, and by its own name,
 * which the database lower-cases by its locale.
 */
const sorters: Partial<Record<FixedOrderKey, Sorter>> = {
  created_at: by(({ created_at }) => created_at, instants),
  updated_at: by(({ updated_at }) => updated_at, instants),
  completed_at: by(({ completed_at }) => completed_at, instants),
  start_date: by(({ start_date }) => start_date, text),
  target_date: by(({ target_date }) => target_date, text),
  sort_order: by(({ sort_order }) => sort_order, numbers),
  sequence_id: by(({ sequence_id }) => sequence_id, numbers),
  priority: by(({ priority }) => -priorities.indexOf(priority), numbers),
  state__group: by(groupRank, numbers),
  link_count: by(({ link_count }) => link_count, numbers),
  attachment_count: by(({ attachment_count }) => attachment_count, numbers),
  sub_issues_count: by(({ sub_issues_count }) => sub_issues_count, numbers),
}

/** Texts and names are left to the server, like those of other objects. */
function propertySorter({ kind, id }: OwnProperty): Sorter | undefined {
  const column = valueColumn(kind)
  const read = (item: WorkItem) => propertyValue(item, id)
  if (column === 'number_value' || column === 'boolean_value') {
    return by((item) => {
      const value = read(item)
      return value === undefined ? null : Number(value)
    }, numbers)
  }
  if (column !== 'date_value' && column !== 'moment_value') return undefined
  return by((item) => {
    const value = read(item)
    return value === undefined ? null : String(value)
  }, text)
}

/**
 * Compares rows in the order of a list, including all ties. Undefined: only the server can sort
 * them.
 */
export function compare({ key, descending }: Order): Comparison | undefined {
  const sorter = isPropertyField(key) ? propertySorter(propertyOf(key)) : lookup(sorters, key)
  const order = sorter?.(descending)
  if (!order) return undefined
  return (a, b) => order(a, b) || instants(b.created_at, a.created_at) || text(b.id, a.id)
}
