import { lookup, type PropertyKind, parseId, propertyKinds } from '@cairn/contract'
import { type Condition, type PropertyName, passes, type ValueTest } from '../condition.ts'
import type { DayRange } from '../list-query.ts'
import type { Comparison, Operator, Value } from './grammar.ts'
import { QueryTextNotValid } from './tokens.ts'

const typed = /^(\w+):([0-9a-f-]{36})$/i
const escaped = /\\(.)/gs

/** What is written in brackets: a name, an id, or a kind and an id. */
export function propertyNamed(field: string): PropertyName | undefined {
  if (!field.startsWith('[')) return undefined
  const text = field.slice(1, -1).trim()
  const [, word, given] = typed.exec(text) ?? []
  const kind = propertyKinds.find((one) => one === word)
  const id = parseId(kind ? given : text)
  if (id) return { id, ...(kind && { kind }) }
  const name = /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text
  return { name: name.replace(escaped, '$1') }
}

/** The opposite of `propertyNamed`. */
export const writtenProperty = (property: PropertyName): string => {
  if ('id' in property) return `[${property.kind ? `${property.kind}:` : ''}${property.id}]`
  const name = property.name.replace(/[\\\]]/g, '\\$&')
  // Otherwise it would be read as an id, or lose its quotes.
  return /^["'\s]|\s$|:/.test(name) || parseId(name) ? `["${name}"]` : `[${name}]`
}

/** How values become ranges of days and instants, for who asks. */
export interface Spans {
  /** Undefined if it is no day. */
  day: (value: Value) => string | undefined
  /** Of `=`, `<`, and so on. */
  days: (test: Operator, day: string) => DayRange | undefined
  moment: (value: Value) => { from: string; until: string } | undefined
  me: (value: Value) => readonly string[] | undefined
  items: (text: string) => Extract<ValueTest, { is: 'item' }>['items'] | undefined
}

const fitting: Record<ValueTest['is'], readonly PropertyKind[]> = {
  text: ['text', 'link'],
  contains: ['text', 'link'],
  number: ['number'],
  boolean: ['boolean'],
  day: ['date'],
  moment: ['datetime'],
  ref: ['option', 'person', 'item'],
  called: ['option', 'person'],
  item: ['item'],
}

const textOf = (value: Value) => (value.kind === 'call' ? undefined : value.value)

/** What a value can be equal to. */
function equalTo(value: Value, spans: Spans): ValueTest[] {
  if (value.kind === 'switch') return [{ is: 'boolean', value: value.value === 'true' }]
  const found: ValueTest[] = []
  const mine = spans.me(value)
  if (mine) return [{ is: 'ref', ids: mine }]
  const day = spans.day(value)
  const range = day && spans.days('=', day)
  if (range) found.push({ is: 'day', range })
  const span = spans.moment(value)
  if (span) found.push({ is: 'moment', range: span })
  const text = value.kind === 'word' ? undefined : textOf(value)
  if (text === undefined) return found
  const number = value.kind === 'number' ? Number(text) : undefined
  if (number !== undefined) found.push({ is: 'number', range: { from: number, to: number } })
  const id = parseId(text)
  if (id) found.push({ is: 'ref', ids: [id] })
  else found.push({ is: 'called', names: [text] })
  const items = spans.items(text)
  if (items) found.push({ is: 'item', items })
  return [...found, { is: 'text', text }]
}

/** What a value can be compared with by size. */
function sized(test: Operator, value: Value, spans: Spans): ValueTest[] {
  if (value.kind === 'number') {
    const number = Number(value.value)
    const isOpen = test === '>' || test === '<'
    const end = test.startsWith('>') ? { from: number } : { to: number }
    return [{ is: 'number', range: { ...end, ...(isOpen && { isOpen }) } }]
  }
  const found: ValueTest[] = []
  const day = spans.day(value)
  const range = day && spans.days(test, day)
  if (range) found.push({ is: 'day', range })
  const span = spans.moment(value)
  if (!span) return found
  const ends = {
    ...{ '>=': { from: span.from }, '<': { until: span.from } },
    ...{ '>': { from: span.until }, '<=': { until: span.until } },
  }
  return [...found, { is: 'moment', range: lookup(ends, test) ?? {} }]
}

function between(from: Value, to: Value, spans: Spans): ValueTest[] {
  if (from.kind === 'number' && to.kind === 'number') {
    return [{ is: 'number', range: { from: Number(from.value), to: Number(to.value) } }]
  }
  const [first, last] = [spans.day(from), spans.day(to)]
  const [start, end] = [spans.moment(from), spans.moment(to)]
  return [
    ...(first && last ? [{ is: 'day' as const, range: { from: first, to: last } }] : []),
    ...(start && end
      ? [{ is: 'moment' as const, range: { from: start.from, until: end.until } }]
      : []),
  ]
}

function testsFor(comparison: Comparison, spans: Spans): ValueTest[] {
  switch (comparison.test) {
    case 'empty':
      return []
    case 'in':
      return comparison.values.flatMap((value) => equalTo(value, spans))
    case 'between':
      return between(comparison.from, comparison.to, spans)
    case '=':
    case '!=':
      return equalTo(comparison.value, spans)
    case '~': {
      const text = textOf(comparison.value)
      return text === undefined ? [] : [{ is: 'contains', text }]
    }
    default:
      return sized(comparison.test, comparison.value, spans)
  }
}

/** Ids and names that are compared alike are looked up together. */
function merged(tests: readonly ValueTest[]): ValueTest[] {
  const ids = tests.flatMap((test) => (test.is === 'ref' ? test.ids : []))
  const names = tests.flatMap((test) => (test.is === 'called' ? test.names : []))
  const items = tests.flatMap((test) => (test.is === 'item' ? test.items : []))
  return [
    ...tests.filter(({ is }) => is !== 'ref' && is !== 'called' && is !== 'item'),
    ...(tests.some(({ is }) => is === 'ref')
      ? [{ is: 'ref' as const, ids: [...new Set(ids)] }]
      : []),
    ...(names.length > 0 ? [{ is: 'called' as const, names }] : []),
    ...(items.length > 0 ? [{ is: 'item' as const, items }] : []),
  ]
}

/** A comparison with a property, if it is one. */
export function comparedProperty(comparison: Comparison, spans: Spans): Condition | undefined {
  const property = propertyNamed(comparison.field)
  if (!property) return undefined
  const has = (values?: readonly ValueTest[]) =>
    passes({ kind: 'property', property, ...(values && { values }) })
  if (comparison.test === 'empty') return { not: has() }
  const kind = 'id' in property ? property.kind : undefined
  const all = testsFor(comparison, spans)
  const values = merged(all.filter(({ is }) => !kind || fitting[is].includes(kind)))
  if (values.length === 0) {
    const isOrdered = /[<>]|between/.test(comparison.test)
    const place = 'value' in comparison ? comparison.value : comparison
    const word = 'value' in comparison ? (textOf(comparison.value) ?? '') : ''
    const problem = all.length === 0 || !isOrdered ? 'value' : 'operator'
    throw new QueryTextNotValid(
      problem,
      `${comparison.field.slice(0, 60)} cannot be compared with this`,
      place,
      problem === 'operator' ? comparison.test : word.slice(0, 50),
    )
  }
  return comparison.test === '!=' ? { not: has(values) } : has(values)
}
