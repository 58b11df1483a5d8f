import {
  type Comparison,
  type Expression,
  type FieldName,
  parse,
  print,
  type Value,
} from '@cairn/work-item-query/language'
import { NONE } from './grouped-items.ts'
import {
  type FilterField,
  type FilterKey,
  type Filters,
  type FixedField,
  fieldOf,
  filterKeysIn,
  isNegated,
  isOfProperty,
  negatedKey,
} from './list-settings.ts'
import { dateTokens, ofDates } from './query-dates.ts'
import { ofOwnFilter, ownFilterOf } from './query-own-filters.ts'
import { allOf, anyOf, ofValues, valuesOf } from './query-parts.ts'

/** The filters of a list, and what the query language calls them. */
const words: Record<FixedField, FieldName> = {
  priority: 'priority',
  state_group: 'stateGroup',
  state: 'state',
  assignees: 'assignee',
  cycle: 'cycle',
  module: 'module',
  mentions: 'mention',
  created_by: 'createdBy',
  labels: 'label',
  issue_type: 'type',
  project: 'project',
  subscriber: 'subscriber',
  start_date: 'start',
  target_date: 'due',
  created_at: 'created',
  completed_at: 'completed',
  estimate_point: 'estimate',
  parent: 'parent',
}

const fieldsByWord = new Map(Object.entries(words).map(([field, word]) => [word, field]))
export const filterOfWord = (word: FieldName) => fieldsByWord.get(word) as FixedField | undefined

const isDate = (field: FilterField) => field.endsWith('_date') || field.endsWith('_at')

function ofFilter(key: FilterKey, values: readonly string[]): Expression | undefined {
  const field = fieldOf(key)
  const met = isOfProperty(field)
    ? ofOwnFilter(field, values)
    : isDate(field)
      ? ofDates(words[field], values)
      : ofValues(words[field], values)
  return met && isNegated(key) ? opposite(met) : met
}

const opposite = (met: Expression): Expression =>
  'compare' in met && met.compare.test === '='
    ? { compare: { ...met.compare, test: '!=' } }
    : { not: met }

/** A text as it is, while it cannot be read. */
export function parsed(query: string): Expression | undefined {
  try {
    return parse(query)
  } catch {
    return undefined
  }
}

/** All filters as one query; undefined if there are none. */
export function toExpression(filters: Filters): Expression | undefined {
  const parts = filterKeysIn(filters).flatMap((key) => {
    const values = filters[key]
    return (values?.length && ofFilter(key, values)) || []
  })
  const query = filters.pql?.[0] ? parsed(filters.pql[0]) : undefined
  if (!query) return allOf(parts)
  return allOf([...parts, ...('and' in query ? query.and : [query])])
}

/** A filter of a list. */
type One = { key: FilterKey; values: string[] }

const plain = (value: Value) =>
  value.kind === 'text' || value.kind === 'number' ? value.value : undefined

function ofComparison(comparison: Comparison): One | undefined {
  const own = ownFilterOf(comparison)
  if (own) return own
  const field = filterOfWord(comparison.field as FieldName)
  if (!field) return undefined
  if (isDate(field)) {
    const values = dateTokens(comparison)
    return values && { key: field, values }
  }
  const values = valuesOf(comparison, plain)
  const key = comparison.test === '!=' ? negatedKey(field) : field
  return values && key && { key, values }
}

/** The filter that a condition is, if a list has one: it is then shown as a chip. */
export function filterOf(expression: Expression): One | undefined {
  if ('compare' in expression) return ofComparison(expression.compare)
  if ('call' in expression) {
    return expression.call.name === 'isOverdue'
      ? { key: 'target_date', values: ['overdue'] }
      : undefined
  }
  if ('not' in expression) {
    const met = filterOf(expression.not)
    const negated = met && !isNegated(met.key) ? negatedKey(fieldOf(met.key)) : undefined
    return met && negated && { key: negated, values: met.values }
  }
  if ('and' in expression) return undefined
  // "Is empty, or one of these" is one filter.
  const [empty, other, ...more] = expression.or.map(filterOf)
  if (!empty || !other || more.length > 0 || empty.key !== other.key) return undefined
  return empty.values.join() === NONE
    ? { key: empty.key, values: [NONE, ...other.values] }
    : undefined
}

/** The same as filters of a list, if they can express it. */
export function toFilters(expression: Expression | undefined): Filters | undefined {
  if (!expression) return {}
  const parts = ('and' in expression ? expression.and : [expression]).map(filterOf)
  const filters: Filters = {}
  for (const part of parts) {
    if (!part || filters[part.key]) return undefined
    filters[part.key] = part.values
  }
  return filters
}

/** Filters of a list for a query: simple ones as before, all others as a text. */
export const stored = (expression: Expression | undefined): Filters =>
  toFilters(expression) ?? (expression ? { pql: [print(expression)] } : {})

/** A group that is shown: its conditions, and how they are joined. */
export type Joint = 'all' | 'any' | 'none' | 'not_all'

export interface Group {
  joint: Joint
  parts: Expression[]
}

export function groupOf(expression: Expression): Group | undefined {
  if ('and' in expression) return { joint: 'all', parts: expression.and }
  if ('or' in expression) return { joint: 'any', parts: expression.or }
  if (!('not' in expression)) return undefined
  const inner = groupOf(expression.not)
  if (inner?.joint === 'all') return { joint: 'not_all', parts: inner.parts }
  return inner?.joint === 'any' ? { joint: 'none', parts: inner.parts } : undefined
}

export function toGroup({ joint, parts }: Group): Expression {
  if (joint === 'all') return { and: parts }
  if (joint === 'any') return { or: parts }
  return { not: joint === 'none' ? { or: parts } : { and: parts } }
}

/** Without empty groups, and groups of one; these are shown only while they are built. */
export function pruned(expression: Expression | undefined): Expression | undefined {
  if (!expression) return undefined
  if ('not' in expression) {
    const not = pruned(expression.not)
    return not && { not }
  }
  if ('and' in expression) return allOf(expression.and.flatMap((one) => pruned(one) ?? []))
  if ('or' in expression) return anyOf(expression.or.flatMap((one) => pruned(one) ?? []))
  return expression
}
