import { negatableFilters, negationOf, type PropertyKind } from '@cairn/contract'
import type { IdFilter, Nature, RelationWord } from './language/words.ts'
import type { DayRange, Filters, InstantRange } from './list-query.ts'

/** An item by its id, or by its key. */
export type ItemName = { id: string } | { identifier: string; sequence_id: number }

/** The other item of a relation: one, or any that is open or closed. */
export type Other = ItemName | 'open' | 'closed' | 'any'

/** A property by its id, with its kind if that is known, or all that have this name. */
export type PropertyName = { id: string; kind?: PropertyKind } | { name: string }

/** Both ends included, unless `isOpen`. */
export interface NumberRange {
  from?: number
  to?: number
  isOpen?: true
}

/** A comparison of one value; it is false for values of other kinds. */
export type ValueTest =
  | { is: 'text' | 'contains'; text: string }
  | { is: 'number'; range: NumberRange }
  | { is: 'boolean'; value: boolean }
  | { is: 'day'; range: DayRange }
  | { is: 'moment'; range: InstantRange }
  | { is: 'ref'; ids: readonly string[] }
  /** The option or person is called so. */
  | { is: 'called'; names: readonly string[] }
  | { is: 'item'; items: readonly ItemName[] }

/** What is not one of the filters of a list. */
export type Test =
  | { kind: 'named'; filter: IdFilter; names: readonly string[] }
  | { kind: 'linked'; filter: 'mentions' | 'subscriber' }
  | { kind: 'members'; filter: IdFilter; project_id?: string }
  | { kind: 'cycles'; when: 'active' | 'completed' | 'upcoming' }
  | { kind: 'title'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'key'; items: readonly ItemName[] }
  | { kind: 'is'; nature: Nature }
  | { kind: 'was_in_state'; ids: readonly string[]; names: readonly string[] }
  | { kind: 'related'; by: RelationWord; other: Other }
  /** Has a value that passes one of these; any value without them. */
  | { kind: 'property'; property: PropertyName; values?: readonly ValueTest[] }

/** A tree of conditions on items. */
export type Condition =
  | { filters: Filters }
  | { test: Test }
  | { and: readonly Condition[] }
  | { or: readonly Condition[] }
  | { not: Condition }

export const meets = (filters: Filters): Condition => ({ filters })
export const passes = (test: Test): Condition => ({ test })
/** No item meets it. */
export const never: Condition = { or: [] }

/** The filters in a tree. */
export function leavesOf(condition: Condition): Filters[] {
  if ('filters' in condition) return [condition.filters]
  if ('and' in condition) return condition.and.flatMap(leavesOf)
  if ('or' in condition) return condition.or.flatMap(leavesOf)
  return 'not' in condition ? leavesOf(condition.not) : []
}

/** The tests in a tree. */
export function testsOf(condition: Condition): Test[] {
  if ('test' in condition) return [condition.test]
  if ('and' in condition) return condition.and.flatMap(testsOf)
  if ('or' in condition) return condition.or.flatMap(testsOf)
  if ('not' in condition) return testsOf(condition.not)
  return condition.filters.where ? testsOf(condition.filters.where) : []
}

/** The filter that a negated one is, if there is one. */
function turned(condition: Condition): Filters | undefined {
  if (!('filters' in condition)) return undefined
  const [key, ...others] = Object.keys(condition.filters)
  const negatable = negatableFilters.find((one) => one === key)
  if (!negatable || others.length > 0) return undefined
  return { [negationOf(negatable)]: condition.filters[negatable] }
}

const isDisjoint = (one: Filters, other: Filters) =>
  Object.keys(other).every((key) => !(key in one))

/**
 * The same as filters, with as little as possible in `where`: only filters have indexes and
 * precomputed counts, and there is one test of each.
 */
export function flatten(conditions: readonly Condition[], given: Filters = {}): Filters {
  const found: Filters = { ...given }
  const rest: Condition[] = found.where ? [found.where] : []
  function add(condition: Condition) {
    if ('and' in condition) return condition.and.forEach(add)
    const filters =
      'filters' in condition
        ? condition.filters
        : 'not' in condition
          ? turned(condition.not)
          : undefined
    if (filters && !filters.where && isDisjoint(found, filters)) Object.assign(found, filters)
    else rest.push(condition)
  }
  for (const condition of conditions) add(condition)
  const [only, ...others] = rest
  if (only) found.where = others.length === 0 ? only : { and: rest }
  return found
}

/** Whether values of properties decide. */
export const asksForValues = ({ properties, where }: Filters): boolean =>
  properties !== undefined ||
  (where !== undefined && testsOf(where).some(({ kind }) => kind === 'property'))
