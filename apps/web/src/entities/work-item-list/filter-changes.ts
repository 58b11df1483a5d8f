import { NONE } from './grouped-items.ts'
import { type FilterField, type FilterKey, type Filters, negatedKey } from './list-settings.ts'

/** "is" or "is not". */
export type Sense = 'is' | 'not'

/** The key for included or excluded values of a field. */
export const keyFor = (field: FilterField, sense: Sense): FilterKey =>
  (sense === 'not' && negatedKey(field)) || field

const without = (values: readonly string[] | undefined, value: string) =>
  (values ?? []).filter((one) => one !== value)

/** Whether a value is chosen, and how. */
export function senseOf(filters: Filters, field: FilterField, value: string): Sense | undefined {
  if (filters[field]?.includes(value)) return 'is'
  const negated = negatedKey(field)
  return negated && filters[negated]?.includes(value) ? 'not' : undefined
}

/** Selects a value, inverts a selected one, or deselects one already selected in this sense. */
export function withChoice(
  filters: Filters,
  field: FilterField,
  value: string,
  sense: Sense,
): Filters {
  const key = keyFor(field, sense)
  const other = keyFor(field, sense === 'is' ? 'not' : 'is')
  const isChosen = filters[key]?.includes(value)
  return {
    ...filters,
    ...(other !== key && { [other]: without(filters[other], value) }),
    [key]: isChosen ? without(filters[key], value) : [...(filters[key] ?? []), value],
  }
}

/** The condition of a chip: included, excluded, empty, or not empty. */
export type Condition = 'is' | 'is_not' | 'has_none' | 'has_any'

export const conditions: readonly Condition[] = ['is', 'is_not', 'has_none', 'has_any']

export function conditionOf(values: readonly string[], sense: Sense): Condition {
  const isEmptiness = values.length === 1 && values[0] === NONE
  if (isEmptiness) return sense === 'is' ? 'has_none' : 'has_any'
  return sense === 'is' ? 'is' : 'is_not'
}

const senses: Record<Condition, Sense> = {
  ...{ is: 'is', has_none: 'is' },
  ...{ is_not: 'not', has_any: 'not' },
}

/** The filters after a chip gets another condition; its values stay if they still apply. */
export function withCondition(
  filters: Filters,
  field: FilterField,
  from: Sense,
  condition: Condition,
): Filters {
  const [before, after] = [keyFor(field, from), keyFor(field, senses[condition])]
  const isEmptiness = condition === 'has_none' || condition === 'has_any'
  const values = isEmptiness ? [NONE] : without(filters[before], NONE)
  const there = before === after || isEmptiness ? [] : (filters[after] ?? [])
  return { ...filters, [before]: [], [after]: [...new Set([...there, ...values])] }
}
