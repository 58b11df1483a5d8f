import { isDay } from '@cairn/calendar'
import { lookup, parseId, parseIds, priorities, stateGroups } from '@cairn/contract'
import { type Condition, type Filters, meets, passes } from '@cairn/work-item-query'
import { badRequest } from '#kernel/http/errors.ts'
import { type Clock, spanOf } from './moments.ts'

const MAX_DEPTH = 5
const MAX_CONDITIONS = 200
const MAX_VALUES = 1_000
const operators = ['and', 'or', 'not'] as const

const refuse = (code: string, message: string, more: object = {}) =>
  badRequest({ message, code, ...more })

const notValid = (field: string, sentence: string) =>
  refuse('invalid_filterset', 'A filter has a value it cannot have', {
    errors: { [field]: [sentence] },
  })

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Scalar = string | number | boolean
const isScalar = (value: unknown): value is Scalar =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Filters from a query parameter: one JSON text. */
export function readFilterText(text: string, clock: Clock): Condition {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw refuse('invalid_json', 'Filters are not valid JSON')
  }
  return readFilterTree(parsed, clock)
}

/** Nested `and`, `or` and `not` over leaves whose every key must match. */
export function readFilterTree(tree: unknown, clock: Clock): Condition {
  if (!isNode(tree)) throw refuse('invalid_filter_type', 'Filters must be an object')
  const depth = depthOf(tree)
  if (depth > MAX_DEPTH) {
    const message = `Filter nesting is too deep (max ${MAX_DEPTH}); found depth ${depth}`
    throw refuse('max_depth_exceeded', message)
  }
  return readNode(tree, clock)
}

/** Not recursive: a body may be nested deeper than the stack. */
function depthOf(tree: Node): number {
  let level: unknown[] = [tree]
  let conditions = 0
  for (let depth = 1; ; depth += 1) {
    conditions += level.filter(isNode).reduce((sum, node) => sum + Object.keys(node).length, 0)
    if (conditions > MAX_CONDITIONS && depth <= MAX_DEPTH) {
      const message = `Filters have more than ${MAX_CONDITIONS} conditions`
      throw refuse('too_many_conditions', message)
    }
    const next = level
      .filter(isNode)
      .flatMap((node) => operators.flatMap((key) => lookup(node, key) ?? []))
    if (!next.some(isNode)) return depth
    level = next
  }
}

function readNode(node: Node, clock: Clock): Condition {
  const keys = Object.keys(node)
  if (keys.length === 0) throw refuse('empty_filter_object', 'A filter object is empty')
  const logical = operators.filter((key) => keys.includes(key))
  const [operator, ...others] = logical
  if (!operator) return readLeaf(node, clock)
  if (others.length > 0) {
    throw refuse('multiple_logical_operators', 'A filter object has several logical operators')
  }
  if (keys.length > 1) {
    throw refuse('mixed_operator_and_fields', `'${operator}' stands beside fields`)
  }
  return operator === 'not'
    ? readNot(node.not, clock)
    : readMany(operator, lookup(node, operator), clock)
}

function readNot(child: unknown, clock: Clock): Condition {
  if (!isNode(child)) throw refuse('invalid_not_child', "'not' takes one filter object")
  return { not: readNode(child, clock) }
}

function readMany(operator: 'and' | 'or', children: unknown, clock: Clock): Condition {
  if (!Array.isArray(children) || children.length === 0) {
    throw refuse('invalid_operator_children', `'${operator}' takes a list of filter objects`)
  }
  const read = children.map((child) => {
    if (isNode(child)) return readNode(child, clock)
    throw refuse('invalid_operator_child_type', `'${operator}' takes filter objects only`)
  })
  return operator === 'and' ? { and: read } : { or: read }
}

function readLeaf(leaf: Node, clock: Clock): Condition {
  const parts = Object.entries(leaf).map(([key, value]): Condition => {
    if (operators.some((operator) => operator === key.toLowerCase())) {
      throw refuse('operator_in_leaf', `'${key}' is no field; operators are written small`)
    }
    return readField(key, value, clock)
  })
  return { and: parts }
}

/** The values of a key, and the conditions they become. */
interface Field {
  many?: (key: string, values: string[]) => Condition
  range?: (key: string, ends: [string, string], clock: Clock) => Condition
  one?: (key: string, value: Scalar, clock: Clock) => Condition
  /** The condition for null: has none. */
  none?: Condition
}

function idsOf(key: string, values: string[]): string[] {
  const wrong = values.find((value) => !parseId(value))
  if (wrong !== undefined) throw notValid(key, `“${wrong}” is not a valid UUID.`)
  return [...new Set(parseIds(values))]
}

function choicesOf<T extends string>(key: string, values: string[], known: readonly T[]): T[] {
  const wrong = values.find((value) => !known.includes(value as T))
  if (wrong !== undefined) throw notValid(key, `"${wrong}" is not a valid choice.`)
  return known.filter((choice) => values.includes(choice))
}

const byIds = (toFilters: (ids: string[]) => Filters, none?: Filters): Field => ({
  many: (key, values) => meets(toFilters(idsOf(key, values))),
  ...(none && { none: meets(none) }),
})

const nobody = { ids: [], none: true }
const days = ['start_date', 'target_date'] as const
const moments = ['created_at', 'updated_at'] as const

const dayField = (name: (typeof days)[number]): Field => {
  const between = (from: string, to: string) =>
    meets({ [name]: { ranges: [{ from, to }], none: false } })
  const read = (key: string, text: string) => {
    if (isDay(text)) return text
    throw notValid(key, 'Enter a valid date.')
  }
  return {
    one: (key, value) => between(read(key, String(value)), read(key, String(value))),
    range: (key, [from, to]) => between(read(key, from), read(key, to)),
    none: meets({ [name]: { ranges: [], none: true } }),
  }
}

const momentField = (name: (typeof moments)[number]): Field => {
  const between = (from: string, until: string) =>
    meets({ [name]: { ranges: [{ from, until }], none: false } })
  const read = (key: string, text: string, clock: Clock) => {
    const span = spanOf(text, clock)
    if (span) return span
    throw notValid(key, 'Enter a valid date/time.')
  }
  return {
    one: (key, value, clock) => {
      const { from, until } = read(key, String(value), clock)
      return between(from, until)
    },
    range: (key, [first, last], clock) =>
      between(read(key, first, clock).from, read(key, last, clock).until),
  }
}

const switchField = (nature: 'draft' | 'archived'): Field => ({
  one: (key, value) => {
    if (![true, false, 'true', 'false'].includes(value as string)) {
      throw notValid(key, 'Must be a valid boolean.')
    }
    const isSo = passes({ kind: 'is', nature })
    return String(value) === 'true' ? isSo : { not: isSo }
  },
})

const fields: Record<string, Field> = {
  priority: { many: (key, values) => meets({ priority: choicesOf(key, values, priorities) }) },
  state_group: {
    many: (key, values) => meets({ state_group: choicesOf(key, values, stateGroups) }),
  },
  state_id: byIds((ids) => ({ state: ids })),
  assignee_id: byIds((ids) => ({ assignees: { ids, none: false } }), { assignees: nobody }),
  label_id: byIds((ids) => ({ labels: { ids, none: false } }), { labels: nobody }),
  cycle_id: byIds((ids) => ({ cycle: { ids, none: false } }), { cycle: nobody }),
  module_id: byIds((ids) => ({ module: { ids, none: false } }), { module: nobody }),
  created_by_id: byIds((ids) => ({ created_by: { ids, none: false } })),
  subscriber_id: byIds((ids) => ({ subscriber: ids })),
  mention_id: byIds((ids) => ({ mentions: ids })),
  project_id: byIds((ids) => ({ project: ids })),
  is_draft: switchField('draft'),
  is_archived: switchField('archived'),
  start_date: dayField('start_date'),
  target_date: dayField('target_date'),
  created_at: momentField('created_at'),
  updated_at: momentField('updated_at'),
}

const lookups = { in: 'many', range: 'range', exact: 'one' } as const

const valuesOf = (key: string, value: unknown): string[] => {
  const list = typeof value === 'string' ? value.split(',').map((one) => one.trim()) : value
  if (!Array.isArray(list)) throw refuse('invalid_value_type', `'${key}' takes a list of values`)
  if (list.every((one) => one === '' || one === null)) {
    throw refuse('empty_list_value', `'${key}' has an empty list`)
  }
  if (list.length > MAX_VALUES) {
    throw refuse('too_many_values', `'${key}' has more than ${MAX_VALUES} values`)
  }
  if (!list.every(isScalar)) {
    throw refuse('non_scalar_list_item', `'${key}' has something in its list that is no value`)
  }
  return list.map(String)
}

function readField(key: string, value: unknown, clock: Clock): Condition {
  const [name = '', test = 'exact', ...more] = key.split('__')
  const field = lookup(fields, name)
  const way = lookup(lookups, test)
  const isAllowed =
    field && (way === 'one' ? field.one || field.many : way && field[way]) && more.length === 0
  if (!isAllowed) {
    throw refuse('invalid_filter_field', `Filtering on field '${key.slice(0, 100)}' is not allowed`)
  }
  if (isNode(value)) throw refuse('invalid_leaf', `'${key}' takes a value, not an object`)
  if (way === 'many' && field.many) return field.many(key, valuesOf(key, value))
  if (way === 'range' && field.range) {
    const [from, to, ...others] = valuesOf(key, value)
    if (from === undefined || to === undefined || others.length > 0) {
      throw notValid(key, 'A range has two values.')
    }
    return field.range(key, [from, to], clock)
  }
  if (value === null && field.none) return field.none
  if (!isScalar(value)) throw refuse('invalid_value_type', `'${key}' takes one value`)
  if (field.one) return field.one(key, value, clock)
  return field.many?.(key, [String(value)]) ?? meets({})
}
