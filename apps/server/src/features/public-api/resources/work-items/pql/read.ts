import { isDay } from '@cairn/calendar'
import { lookup, parseId } from '@cairn/contract'
import { postgres, sql } from '@cairn/work-item-query'
import { badRequest } from '#kernel/http/errors.ts'
import { type Condition, meets, sqlCondition } from '../condition.ts'
import { dawnOf, readInstant, spanOf } from '../moments.ts'
import { type Asker, conditionBy, groupsBy, idsBy, named } from './calls.ts'
import { dayBy } from './days.ts'
import { type Field, fields, type IdField } from './fields.ts'
import { type Comparison, type Expression, type Operator, parse, type Value } from './grammar.ts'
import { PqlNotValid } from './tokens.ts'

interface Read {
  condition: Condition
  /** Whether it filters by type: lists include epics only then. */
  speaksOfTypes: boolean
}

/** Parses a query into a condition; errors include the position. */
export function readPql(pql: string, asker: Asker): Read {
  try {
    const expression = parse(pql)
    return {
      condition: conditionOf(expression, asker),
      speaksOfTypes: speaksOfTypes(expression),
    }
  } catch (error) {
    throw error instanceof PqlNotValid ? badRequest({ pql: [error.message] }) : error
  }
}

function speaksOfTypes(expression: Expression): boolean {
  if ('and' in expression) return expression.and.some(speaksOfTypes)
  if ('or' in expression) return expression.or.some(speaksOfTypes)
  if ('not' in expression) return speaksOfTypes(expression.not)
  if ('call' in expression) return expression.call.name === 'isEpic'
  return expression.compare.field === 'type'
}

function conditionOf(expression: Expression, asker: Asker): Condition {
  if ('and' in expression) return { and: expression.and.map((one) => conditionOf(one, asker)) }
  if ('or' in expression) return { or: expression.or.map((one) => conditionOf(one, asker)) }
  if ('not' in expression) return { not: conditionOf(expression.not, asker) }
  if ('call' in expression) return conditionBy(expression.call, asker)
  return compared(expression.compare, asker)
}

const unfit = ({ field, test, position }: Comparison) =>
  new PqlNotValid(`${field} cannot be compared by ${test.toUpperCase()}`, position)

function compared(comparison: Comparison, asker: Asker): Condition {
  const { field: name, position } = comparison
  const field = lookup(fields, name)
  if (!field) throw new PqlNotValid(`There is no field ${name.slice(0, 50)}`, position)
  switch (field.kind) {
    case 'id':
      return comparedIds(field, comparison, asker)
    case 'choice':
      return comparedChoice(field, comparison)
    case 'switch':
      return comparedSwitch(field, comparison)
    case 'key':
      return comparedKey(comparison, asker)
    case 'day':
      return comparedDay(field, comparison, asker)
    case 'moment':
      return comparedMoment(field, comparison, asker)
    default:
      return comparedText(field, comparison)
  }
}

const denied = (isDenied: boolean, condition: Condition): Condition =>
  isDenied ? { not: condition } : condition

/** `=`, `!=` and `IN` for values that are only compared for equality. */
function equal(comparison: Comparison, toCondition: (values: Value[]) => Condition): Condition {
  if (comparison.test === 'in') return toCondition(comparison.values)
  if (comparison.test === '=' || comparison.test === '!=') {
    return denied(comparison.test === '!=', toCondition([comparison.value]))
  }
  throw unfit(comparison)
}

function comparedIds(field: IdField, comparison: Comparison, asker: Asker): Condition {
  if (comparison.test === 'empty') return sqlCondition(field.empty)
  return equal(comparison, (values) => {
    const ids: string[] = []
    const parts: Condition[] = []
    for (const value of values) {
      const id = value.kind === 'text' ? parseId(value.value) : undefined
      if (id) ids.push(id)
      else if (isCurrentUser(value) && field.of === 'person') ids.push(asker.member.user_id)
      else parts.push(amongCalled(field, comparison.field, value, asker))
    }
    if (ids.length > 0) parts.unshift(meets(field.filter([...new Set(ids)])))
    const [only, ...others] = parts
    return only && others.length === 0 ? only : { or: parts }
  })
}

const isCurrentUser = (value: Value) =>
  value.kind === 'call' && value.name === 'currentUser' && value.values.length === 0

function amongCalled(field: IdField, name: string, value: Value, asker: Asker): Condition {
  const found = value.kind === 'call' ? idsBy(value, field, asker) : undefined
  if (found) return sqlCondition(field.among(found))
  throw new PqlNotValid(`${name} is compared with an id in quotes`, value.position)
}

type Kind<K extends Field['kind']> = Extract<Field, { kind: K }>

function comparedChoice(field: Kind<'choice'>, comparison: Comparison): Condition {
  return equal(comparison, (values) => {
    const chosen = values.flatMap((value) => {
      const groups = value.kind === 'call' ? groupsBy(value) : [value.value]
      const isKnown = groups?.every((choice) => field.choices.includes(choice))
      if (groups && isKnown) return groups
      const choices = field.choices.map((choice) => `"${choice}"`).join(', ')
      throw new PqlNotValid(`${comparison.field} is one of ${choices}`, value.position)
    })
    return meets(field.filter(chosen))
  })
}

function comparedSwitch({ isSo }: Kind<'switch'>, comparison: Comparison): Condition {
  return equal(comparison, ([value, ...others]) => {
    if (value?.kind !== 'switch' || others.length > 0) {
      throw new PqlNotValid(`${comparison.field} is true or false`, comparison.position)
    }
    return denied(value.value === 'false', sqlCondition(isSo))
  })
}

function comparedKey(comparison: Comparison, asker: Asker): Condition {
  return equal(comparison, (values) => ({
    or: values.map((value) => {
      const item = value.kind === 'text' ? named(asker, value.value) : undefined
      if (item) return sqlCondition(sql`i.id in (${item})`)
      throw new PqlNotValid('id is compared with a key like "ABC-12"', value.position)
    }),
  }))
}

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

function comparedText({ kind }: Kind<'title' | 'text'>, comparison: Comparison): Condition {
  if (comparison.test !== '~' && comparison.test !== '=' && comparison.test !== '!=') {
    throw unfit(comparison)
  }
  const { value } = comparison
  if (value.kind === 'call') {
    throw new PqlNotValid(`${comparison.field} is compared with a text in quotes`, value.position)
  }
  const text = value.value
  if (comparison.test !== '~') {
    const isCalled = sqlCondition(sql`lower(i.name) = lower(${text}::text)`)
    return denied(comparison.test === '!=', isCalled)
  }
  const isInTitle = sqlCondition(postgres.nameContains(text))
  if (kind === 'title') return isInTitle
  const pattern = `%${literally(text)}%`
  return { or: [isInTitle, sqlCondition(sql`i.description_stripped ilike ${pattern}`)] }
}

/** The day a value represents. */
function dayIn(value: Value, { clock }: Asker, field: string): string {
  if (value.kind === 'text' && isDay(value.value)) return value.value
  const day = value.kind === 'call' ? dayBy(value.name, value.values, clock.today) : undefined
  if (day) return day
  throw new PqlNotValid(`${field} is compared with a day like "2026-01-31"`, value.position)
}

function comparedDay({ name }: Kind<'day'>, comparison: Comparison, asker: Asker): Condition {
  const within = (from?: string, to?: string) =>
    meets({ [name]: { ranges: [{ ...(from && { from }), ...(to && { to }) }], none: false } })
  const column = postgres.columns[name]
  if (comparison.test === 'empty') return meets({ [name]: { ranges: [], none: true } })
  if (comparison.test === 'between') {
    const { from, to, field } = comparison
    return within(dayIn(from, asker, field), dayIn(to, asker, field))
  }
  if (comparison.test === 'in' || comparison.test === '~') throw unfit(comparison)
  const day = dayIn(comparison.value, asker, comparison.field)
  const tests: Record<Exclude<Operator, '~'>, Condition> = {
    '=': within(day, day),
    '!=': { not: within(day, day) },
    '>=': within(day),
    '<=': within(undefined, day),
    '>': sqlCondition(sql`${column} > ${day}::date`),
    '<': sqlCondition(sql`${column} < ${day}::date`),
  }
  return tests[comparison.test]
}

/** The time range of a value: a day lasts from its start to the next day's. */
function spanIn(value: Value, asker: Asker, field: string) {
  const { clock } = asker
  if (value.kind === 'call' && value.name === 'now') return { from: clock.now, until: clock.now }
  if (value.kind === 'text' && readInstant(value.value)) {
    const span = spanOf(value.value, clock)
    if (span) return span
  }
  const day = dayIn(value, asker, field)
  const [from, until] = [dawnOf(day, clock), dawnOf(day, clock, 1)]
  if (from && until) return { from, until }
  throw new PqlNotValid('This day is out of reach', value.position)
}

function comparedMoment({ name }: Kind<'moment'>, comparison: Comparison, asker: Asker): Condition {
  const within = (from?: string, until?: string) =>
    meets({ [name]: { ranges: [{ ...(from && { from }), ...(until && { until }) }], none: false } })
  if (comparison.test === 'empty') return sqlCondition(sql`${postgres.columns[name]} is null`)
  if (comparison.test === 'between') {
    const { from, to, field } = comparison
    return within(spanIn(from, asker, field).from, spanIn(to, asker, field).until)
  }
  if (comparison.test === 'in' || comparison.test === '~') throw unfit(comparison)
  const { from, until } = spanIn(comparison.value, asker, comparison.field)
  const tests: Record<Exclude<Operator, '~'>, Condition> = {
    '=': within(from, until),
    '!=': { not: within(from, until) },
    '>=': within(from),
    '<': within(undefined, from),
    '>': within(until),
    '<=': within(undefined, until),
  }
  return tests[comparison.test]
}
