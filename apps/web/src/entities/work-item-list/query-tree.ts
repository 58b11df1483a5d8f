import { lookup } from '@cairn/contract'
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

const placed = { position: 0, length: 0 }
const text = (value: string): Value => ({ kind: 'text', value, ...placed })
const today = (shift?: string): Value => ({
  ...{ kind: 'word', value: 'today', ...placed },
  ...(shift && { shift }),
})
const call = (name: string): Value => ({ kind: 'call', name, values: [], ...placed })

type Test = Partial<Comparison> & { test: Comparison['test'] }
const compare = (field: FieldName, test: Test): Expression => ({
  compare: { ...placed, field, ...test } as Comparison,
})

export const anyOf = (parts: Expression[]): Expression | undefined =>
  parts.length > 1 ? { or: parts } : parts[0]
export const allOf = (parts: Expression[]): Expression | undefined =>
  parts.length > 1 ? { and: parts } : parts[0]

const relative = /^(\d+)_(days|weeks|months);(after|before|within);(fromnow|ago)$/
const unitDays: Record<string, number> = { days: 1, weeks: 7, months: 30 }

/** The condition of one date token; pairs of after and before are read together. */
function ofToken(field: FieldName, token: string): Expression | undefined {
  if (token === 'overdue')
    return { call: { kind: 'call', name: 'isOverdue', values: [], ...placed } }
  if (token === 'today') return compare(field, { test: '=', value: today() })
  if (token === 'this_week') {
    return compare(field, { test: 'between', from: call('startOfWeek'), to: call('endOfWeek') })
  }
  const [, count = '0', unit = '', side, way] = relative.exec(token) ?? []
  if (side) {
    const days = Number(count) * (lookup(unitDays, unit) ?? 0)
    const day = days === 0 ? today() : today(`${way === 'ago' ? '-' : '+'}${days}d`)
    if (side === 'within') {
      const [from, to] = way === 'ago' ? [day, today()] : [today(), day]
      return compare(field, { test: 'between', from, to })
    }
    return compare(field, { test: side === 'after' ? '>=' : '<=', value: day })
  }
  const [day = '', end] = token.split(';')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const test = end === 'after' ? '>=' : end === 'before' ? '<=' : '='
  return compare(field, { test, value: text(day) })
}

function ofDates(field: FieldName, values: readonly string[]): Expression | undefined {
  const ends = values.filter((value) => /^\d{4}-.*;(after|before)$/.test(value)).sort()
  const from = ends.find((value) => value.endsWith(';after'))
  const to = ends.findLast((value) => value.endsWith(';before'))
  const isRange = from !== undefined && to !== undefined
  const rest = values.filter((value) => value !== NONE && !(isRange && ends.includes(value)))
  const [first, last] = [text((from ?? '').slice(0, 10)), text((to ?? '').slice(0, 10))]
  return anyOf([
    ...(values.includes(NONE) ? [compare(field, { test: 'empty' })] : []),
    ...(isRange ? [compare(field, { test: 'between', from: first, to: last })] : []),
    ...rest.flatMap((value) => ofToken(field, value) ?? []),
  ])
}

function ofValues(field: FieldName, values: readonly string[]): Expression | undefined {
  const named = values.filter((value) => value !== NONE).map(text)
  const [only] = named
  const parts: Expression[] = values.includes(NONE) ? [compare(field, { test: 'empty' })] : []
  if (named.length > 1) parts.push(compare(field, { test: 'in', values: named }))
  else if (only) parts.push(compare(field, { test: '=', value: only }))
  return anyOf(parts)
}

function ofFilter(key: FilterKey, values: readonly string[]): Expression | undefined {
  const field = fieldOf(key)
  // The language does not speak of properties; lists with such filters are not turned into a query.
  if (isOfProperty(field)) return undefined
  const met = isDate(field) ? ofDates(words[field], values) : ofValues(words[field], values)
  return met && isNegated(key) ? { not: met } : met
}

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
  const parts = filterKeysIn({}).flatMap((key) => {
    const values = filters[key]
    return (values?.length && ofFilter(key, values)) || []
  })
  const query = filters.pql?.[0] ? parsed(filters.pql[0]) : undefined
  if (!query) return allOf(parts)
  return allOf([...parts, ...('and' in query ? query.and : [query])])
}

type One = { key: FilterKey; values: string[] }

const isToday = (value: Value) =>
  value.kind === 'word' && value.value === 'today' && value.shift === undefined
const shiftOf = (value: Value) =>
  value.kind === 'word' && value.value === 'today' ? value.shift : undefined
const dayOf = (value: Value) =>
  value.kind === 'text' && /^\d{4}-\d{2}-\d{2}$/.test(value.value) ? value.value : undefined

/** The preset for so many days. */
const amounts: Record<string, string> = {
  7: '1_weeks',
  14: '2_weeks',
  30: '1_months',
  60: '2_months',
}

function dateTokens(comparison: Comparison): string[] | undefined {
  if (comparison.test === 'empty') return [NONE]
  if (comparison.test === 'between') {
    const { from, to } = comparison
    const [first, last] = [dayOf(from), dayOf(to)]
    if (first && last) return [`${first};after`, `${last};before`]
    const isWeek =
      from.kind === 'call' &&
      from.name === 'startOfWeek' &&
      to.kind === 'call' &&
      to.name === 'endOfWeek'
    if (isWeek) return ['this_week']
    const [, ahead] = /^\+(\d+)d$/.exec(shiftOf(to) ?? '') ?? []
    if (isToday(from) && ahead) return [`${ahead}_days;within;fromnow`]
    const [, ago] = /^-(\d+)d$/.exec(shiftOf(from) ?? '') ?? []
    return isToday(to) && ago ? [`${ago}_days;within;ago`] : undefined
  }
  if (comparison.test === 'in') return undefined
  const { test, value } = comparison
  const day = dayOf(value)
  if (test === '=') return day ? [day] : isToday(value) ? ['today'] : undefined
  if (test !== '>=' && test !== '<=') return undefined
  if (day) return [`${day};${test === '>=' ? 'after' : 'before'}`]
  const [, sign, days = ''] = /^([+-])(\d+)d$/.exec(shiftOf(value) ?? '') ?? []
  const amount = lookup(amounts, days)
  const isPreset = test === '>=' && sign === '+' && amount !== undefined
  return isPreset ? [`${amount};after;fromnow`] : undefined
}

const plain = (value: Value) =>
  value.kind === 'text' || value.kind === 'number' ? value.value : undefined

function ofComparison(comparison: Comparison): One | undefined {
  const field = filterOfWord(comparison.field as FieldName)
  if (!field) return undefined
  if (isDate(field)) {
    const values = dateTokens(comparison)
    return values && { key: field, values }
  }
  if (comparison.test === 'empty') return { key: field, values: [NONE] }
  if (comparison.test !== '=' && comparison.test !== '!=' && comparison.test !== 'in')
    return undefined
  const given = comparison.test === 'in' ? comparison.values : [comparison.value]
  const values = given.flatMap((value) => plain(value) ?? [])
  if (values.length < given.length) return undefined
  const key = comparison.test === '!=' ? negatedKey(field) : field
  return key && { key, values }
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
