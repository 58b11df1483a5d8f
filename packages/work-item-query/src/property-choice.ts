import type { PropertyKind } from '@cairn/contract'
import type { Condition, ValueTest } from './condition.ts'
import type { Filters } from './list-query.ts'
import { propertyCondition } from './property-conditions.ts'

/** Items that have one of these values of a property, as groups are named, or none of it. */
export interface PropertyChoice {
  id: string
  kind: PropertyKind
  values: readonly string[]
  none: boolean
  /** The other items, instead. */
  isNegated: boolean
}

/** A choice among the filters of a list, and the other filters. */
export interface ChoiceInFilters {
  choice: PropertyChoice
  rest: Filters
}

function valuesIn(tests: readonly ValueTest[]): string[] | undefined {
  const all = tests.map((test) => {
    if (test.is === 'ref') return test.ids
    return test.is === 'boolean' ? [String(test.value)] : undefined
  })
  return all.every((values) => values !== undefined) ? all.flat() : undefined
}

/** Of either of two choices of the same property. */
function either(one: PropertyChoice, other: PropertyChoice): PropertyChoice | undefined {
  if (one.id !== other.id || one.isNegated || other.isNegated) return undefined
  const values = [...new Set([...one.values, ...other.values])]
  return { ...one, values, none: one.none || other.none }
}

/** What a condition chooses, if it is about the values of one property only. */
function choiceOf(condition: Condition): PropertyChoice | undefined {
  if ('test' in condition) {
    const { test } = condition
    if (test.kind !== 'property' || !('id' in test.property)) return undefined
    const { id, kind } = test.property
    const values = test.values && valuesIn(test.values)
    if (!kind || (test.values && !values)) return undefined
    // Any value is: not none.
    return { id, kind, values: values ?? [], none: !values, isNegated: !values }
  }
  if ('not' in condition) {
    const choice = choiceOf(condition.not)
    return choice && { ...choice, isNegated: !choice.isNegated }
  }
  const parts = 'or' in condition ? condition.or : 'and' in condition ? condition.and : []
  if ('and' in condition && parts.length > 1) return undefined
  const [first, ...others] = parts.map(choiceOf)
  return others.reduce((sum, other) => sum && other && either(sum, other), first)
}

/** The choices that are combined by AND with all other filters. */
export function choicesIn(filters: Filters): ChoiceInFilters[] {
  const { properties, where, ...others } = filters
  const found: ChoiceInFilters[] = []
  for (const test of properties ?? []) {
    const choice = choiceOf(propertyCondition(test))
    const rest = properties?.filter((one) => one !== test) ?? []
    if (!choice) continue
    found.push({
      choice,
      rest: { ...others, ...(where && { where }), ...(rest.length > 0 && { properties: rest }) },
    })
  }
  const conditions = where && 'and' in where ? where.and : where ? [where] : []
  for (const condition of conditions) {
    const choice = choiceOf(condition)
    const rest = conditions.filter((one) => one !== condition)
    if (!choice) continue
    found.push({
      choice,
      rest: {
        ...others,
        ...(properties && { properties }),
        ...(rest.length > 0 && { where: { and: rest } }),
      },
    })
  }
  return found
}
