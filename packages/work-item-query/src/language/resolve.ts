import { addDays, addMonths, isDay, startOfDay } from '@cairn/calendar'
import { lookup, parseId, type StateGroup } from '@cairn/contract'
import { type Condition, type ItemName, meets, never, type Other, passes } from '../condition.ts'
import {
  type DayRange,
  type Filters,
  type InstantRange,
  instantKey,
  openGroups,
} from '../list-query.ts'
import { dayBy } from './days.ts'
import type { Call, Comparison, Expression, Operator, Value } from './grammar.ts'
import { instantOf } from './instants.ts'
import { comparedProperty, type Spans } from './properties.ts'
import { QueryTextNotValid } from './tokens.ts'
import {
  type Field,
  fieldNamed,
  fieldNames,
  fields,
  type Predicate,
  predicates,
  type RelationWord,
  relations,
} from './words.ts'

/** Who asks, and when. */
export interface Asking {
  /** The caller's day and zone. */
  today: string
  timezone: string
  /** Nobody without it. */
  me?: string
  now?: string
}

type Kind<K extends Field['kind']> = Extract<Field, { kind: K }>

const nobody = { ids: [], none: true }

const conditionBy: Record<Predicate, (asking: Asking) => Condition> = {
  isOverdue: ({ today }) => {
    const to = addDays(today, -1)
    if (!to) return never
    return meets({ target_date: { ranges: [{ to, isOpen: true }], none: false } })
  },
  hasNoAssignee: () => meets({ assignees: nobody }),
  hasNoLabel: () => meets({ labels: nobody }),
  isTopLevel: () => meets({ without_parent: true }),
  isSubWorkItem: () => passes({ kind: 'is', nature: 'sub_item' }),
  hasChildren: () => passes({ kind: 'is', nature: 'parent' }),
  hasStartAndDueDates: () => meets({ both_dates: true }),
  isEpic: () => passes({ kind: 'is', nature: 'epic' }),
  isDraft: () => passes({ kind: 'is', nature: 'draft' }),
  isArchived: () => passes({ kind: 'is', nature: 'archived' }),
  isIntake: () => passes({ kind: 'is', nature: 'intake' }),
}

const others = ['open', 'closed', 'any'] as const
const itemKey = /^(.+)-(\d{1,9})$/

function itemNamed(text: string): ItemName | undefined {
  const id = parseId(text)
  if (id) return { id }
  const [, identifier, number] = itemKey.exec(text.trim()) ?? []
  return identifier && number ? { identifier, sequence_id: Number(number) } : undefined
}

const otherNamed = (text: string): Other | undefined =>
  others.find((one) => one === text.toLowerCase()) ?? itemNamed(text)

function called(call: Call, asking: Asking): Condition {
  const { name, values } = call
  const predicate = predicates.find((one) => one === name)
  if (predicate) {
    if (values.length === 0) return conditionBy[predicate](asking)
    throw new QueryTextNotValid('value', `${name}() takes nothing`, call, name)
  }
  const by = relations.find((one): one is RelationWord => one === name)
  if (!by) {
    const word = name.slice(0, 50)
    throw new QueryTextNotValid('function', `There is no condition ${word}()`, call, word)
  }
  const [text = '', ...more] = values
  const other = more.length === 0 ? otherNamed(text) : undefined
  if (other) return passes({ kind: 'related', by, other })
  const message = `${name}() takes one key or id of a work item`
  throw new QueryTextNotValid('value', message, call, text.slice(0, 50))
}

const unfit = (comparison: Comparison) =>
  new QueryTextNotValid(
    'operator',
    `${comparison.field} cannot be compared by ${comparison.test.toUpperCase()}`,
    comparison,
    comparison.test,
  )

const wrongValue = (message: string, value: Value) => {
  const word = value.kind === 'call' ? `${value.name}()` : value.value
  return new QueryTextNotValid('value', message, value, word.slice(0, 50))
}

const denied = (isDenied: boolean, condition: Condition): Condition =>
  isDenied ? { not: condition } : condition

/** `=`, `!=` and `in` for values that are only compared for equality. */
function equal(comparison: Comparison, toCondition: (values: Value[]) => Condition): Condition {
  if (comparison.test === 'in') return toCondition(comparison.values)
  if (comparison.test === '=' || comparison.test === '!=') {
    return denied(comparison.test === '!=', toCondition([comparison.value]))
  }
  throw unfit(comparison)
}

const stateSets: Record<string, readonly StateGroup[]> = {
  openStates: openGroups,
  closedStates: ['completed', 'cancelled'],
  activeStates: ['unstarted', 'started'],
}

/** The state groups a call represents. */
const groupsBy = (value: Value): readonly StateGroup[] | undefined =>
  value.kind === 'call' && value.values.length === 0 ? lookup(stateSets, value.name) : undefined

const cycleSets: Record<string, 'active' | 'completed' | 'upcoming'> = {
  activeCycle: 'active',
  completedCycles: 'completed',
  upcomingCycles: 'upcoming',
}

const isMe = (value: Value) =>
  (value.kind === 'word' && value.value === 'me') ||
  (value.kind === 'call' && value.name === 'currentUser' && value.values.length === 0)

const idsOnly = ['state', 'project', 'mentions', 'subscriber'] as const
const takesIdsOnly = (filter: string) => idsOnly.some((one) => one === filter)

const idFilter = ({ filter }: Kind<'id'>, ids: string[]): Filters => ({
  [filter]: takesIdsOnly(filter) ? ids : { ids, none: false },
})

/** The condition of a function instead of ids. */
function amongCalled({ filter, isPerson }: Kind<'id'>, call: Call): Condition | undefined {
  const isPlain = call.values.length === 0
  const groups = filter === 'state' ? groupsBy(call) : undefined
  if (groups) return meets({ state_group: groups })
  const when = filter === 'cycle' && isPlain ? lookup(cycleSets, call.name) : undefined
  if (when) return passes({ kind: 'cycles', when })
  if (!isPerson) return undefined
  if (call.name === 'workspaceMembers' && isPlain) return passes({ kind: 'members', filter })
  const project_id = parseId(/^project:(.+)$/.exec(call.values[0] ?? '')?.[1])
  const isOfProject = call.name === 'membersOf' && call.values.length === 1
  return isOfProject && project_id ? passes({ kind: 'members', filter, project_id }) : undefined
}

function comparedIds(field: Kind<'id'>, comparison: Comparison, { me }: Asking): Condition {
  const { filter } = field
  if (comparison.test === 'empty') {
    if (filter === 'mentions' || filter === 'subscriber') {
      return { not: passes({ kind: 'linked', filter }) }
    }
    // There is no item without one.
    return takesIdsOnly(filter) ? never : meets({ [filter]: nobody })
  }
  return equal(comparison, (values) => {
    const ids: string[] = []
    const names: string[] = []
    const parts: Condition[] = []
    for (const value of values) {
      if (field.isPerson && isMe(value)) {
        if (me) ids.push(me)
      } else if (value.kind === 'text' || value.kind === 'number') {
        const id = parseId(value.value)
        if (id) ids.push(id)
        else names.push(value.value)
      } else {
        const condition = value.kind === 'call' ? amongCalled(field, value) : undefined
        if (condition) parts.push(condition)
        else throw wrongValue(`${comparison.field} is compared with a name or an id`, value)
      }
    }
    if (names.length > 0) parts.unshift(passes({ kind: 'named', filter, names }))
    if (ids.length > 0) parts.unshift(meets(idFilter(field, [...new Set(ids)])))
    const [only, ...others] = parts
    return only && others.length === 0 ? only : { or: parts }
  })
}

function comparedChoice(field: Kind<'choice'>, comparison: Comparison): Condition {
  return equal(comparison, (values) => {
    const chosen = values.flatMap((value) => {
      const groups: readonly string[] | undefined =
        value.kind === 'call' ? groupsBy(value) : [value.value.toLowerCase()]
      if (groups?.every((choice) => field.choices.includes(choice))) return groups
      const choices = field.choices.map((choice) => `"${choice}"`).join(', ')
      throw wrongValue(`${comparison.field} is one of ${choices}`, value)
    })
    const inOrder = field.choices.filter((choice) => chosen.includes(choice))
    return meets({ [field.filter]: inOrder })
  })
}

function comparedSwitch({ nature }: Kind<'switch'>, comparison: Comparison): Condition {
  return equal(comparison, ([value, ...others]) => {
    if (value?.kind !== 'switch' || others.length > 0) {
      throw new QueryTextNotValid('value', `${comparison.field} is true or false`, comparison)
    }
    return denied(value.value === 'false', passes({ kind: 'is', nature }))
  })
}

const itemsIn = (values: Value[], field: string): ItemName[] =>
  values.map((value) => {
    const item = value.kind === 'text' ? itemNamed(value.value) : undefined
    if (item) return item
    throw wrongValue(`${field} is compared with a key like "ABC-12"`, value)
  })

function comparedParent(comparison: Comparison): Condition {
  if (comparison.test === 'empty') return meets({ without_parent: true })
  return equal(comparison, (values) => {
    const parts = itemsIn(values, comparison.field).map((other) =>
      'id' in other
        ? meets({ parent: { ids: [other.id], none: false } })
        : passes({ kind: 'related', by: 'childOf', other }),
    )
    return parts[1] ? { or: parts } : (parts[0] ?? never)
  })
}

function comparedHistory(comparison: Comparison): Condition {
  return equal(comparison, (values) => {
    const ids: string[] = []
    const names: string[] = []
    for (const value of values) {
      if (value.kind !== 'text' && value.kind !== 'number') {
        throw wrongValue(`${comparison.field} is compared with a name or an id`, value)
      }
      const id = parseId(value.value)
      if (id) ids.push(id)
      else names.push(value.value)
    }
    return passes({ kind: 'was_in_state', ids, names })
  })
}

function comparedText(kind: 'title' | 'text', comparison: Comparison): Condition {
  if (comparison.test !== '~' && comparison.test !== '=' && comparison.test !== '!=') {
    throw unfit(comparison)
  }
  const { value } = comparison
  if (value.kind === 'call') {
    throw wrongValue(`${comparison.field} is compared with a text in quotes`, value)
  }
  const text = value.value
  if (comparison.test !== '~')
    return denied(comparison.test === '!=', passes({ kind: 'title', text }))
  // Every title contains nothing.
  if (kind === 'title') return text ? meets({ name: text }) : { and: [] }
  return passes({ kind: 'text', text })
}

const shiftedBy = /^([+-])(\d+)([dwm])$/

function shifted(day: string, shift: string): string | undefined {
  const [, sign, count = '0', unit] = shiftedBy.exec(shift) ?? []
  const n = Number(count) * (sign === '-' ? -1 : 1)
  if (unit === 'm') return addMonths(day, n)
  return addDays(day, unit === 'w' ? 7 * n : n)
}

const daysFromToday = { today: 0, yesterday: -1, tomorrow: 1 } as const

/** The day a value represents. */
function dayIn(value: Value, { today }: Asking, field: string): string {
  if (value.kind === 'text' && isDay(value.value)) return value.value
  if (value.kind === 'word' && value.value !== 'me') {
    const day = addDays(today, daysFromToday[value.value])
    const moved = day && value.shift ? shifted(day, value.shift) : day
    if (moved) return moved
  }
  const day = value.kind === 'call' ? dayBy(value.name, value.values, today) : undefined
  if (day) return day
  throw wrongValue(`${field} is compared with a day like "2026-01-31"`, value)
}

/** The days that compare so with one; undefined if there are none. */
function daysBy(test: Exclude<Operator, '~'>, day: string): DayRange | undefined {
  const [before, after] = [addDays(day, -1), addDays(day, 1)]
  const ranges: Record<typeof test, DayRange | undefined> = {
    '=': { from: day, to: day },
    '!=': { from: day, to: day },
    '>=': { from: day },
    '<=': { to: day },
    '>': after ? { from: after } : undefined,
    '<': before ? { to: before } : undefined,
  }
  return ranges[test]
}

const dayTest = (filter: Kind<'day'>['filter'], range: DayRange | undefined): Condition =>
  range ? meets({ [filter]: { ranges: [range], none: false } }) : never

function comparedDay({ filter }: Kind<'day'>, comparison: Comparison, asking: Asking): Condition {
  if (comparison.test === 'empty') return meets({ [filter]: { ranges: [], none: true } })
  const { field } = comparison
  if (comparison.test === 'between') {
    const from = dayIn(comparison.from, asking, field)
    return dayTest(filter, { from, to: dayIn(comparison.to, asking, field) })
  }
  if (comparison.test === 'in' || comparison.test === '~') throw unfit(comparison)
  const day = dayIn(comparison.value, asking, field)
  return denied(comparison.test === '!=', dayTest(filter, daysBy(comparison.test, day)))
}

/** The time range of a value: a day lasts from its start to the next day's. */
function spanIn(value: Value, asking: Asking, field: string): Required<InstantRange> {
  const { timezone, now = new Date().toISOString() } = asking
  if (value.kind === 'call' && value.name === 'now')
    return { from: instantKey(now), until: instantKey(now) }
  const moment = value.kind === 'text' ? instantOf(value.value) : undefined
  if (moment) {
    const until = new Date(Date.parse(moment) + 1).toISOString()
    return { from: instantKey(moment), until: instantKey(until) }
  }
  const day = dayIn(value, asking, field)
  const next = addDays(day, 1)
  const [from, until] = [startOfDay(day, timezone), next && startOfDay(next, timezone)]
  if (from && until) return { from, until }
  throw wrongValue('This day is out of reach', value)
}

function comparedMoment(
  { filter }: Kind<'moment'>,
  comparison: Comparison,
  asking: Asking,
): Condition {
  const within = (range: InstantRange) => meets({ [filter]: { ranges: [range], none: false } })
  if (comparison.test === 'empty') return meets({ [filter]: { ranges: [], none: true } })
  const { field } = comparison
  if (comparison.test === 'between') {
    const { from } = spanIn(comparison.from, asking, field)
    return within({ from, until: spanIn(comparison.to, asking, field).until })
  }
  if (comparison.test === 'in' || comparison.test === '~') throw unfit(comparison)
  const { from, until } = spanIn(comparison.value, asking, field)
  const tests: Record<Exclude<Operator, '~'>, Condition> = {
    '=': within({ from, until }),
    '!=': { not: within({ from, until }) },
    '>=': within({ from }),
    '<': within({ until: from }),
    '>': within({ from: until }),
    '<=': within({ until }),
  }
  return tests[comparison.test]
}

/** Undefined instead of an error: of a property it is not known what it is compared with. */
function maybe<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof QueryTextNotValid) return undefined
    throw error
  }
}

const spansFor = (asking: Asking): Spans => ({
  day: (value) => maybe(() => dayIn(value, asking, '')),
  days: (test, day) => (test === '~' ? undefined : daysBy(test, day)),
  moment: (value) => maybe(() => spanIn(value, asking, '')),
  me: (value) => (isMe(value) ? (asking.me ? [asking.me] : []) : undefined),
  items: (text) => {
    const item = itemNamed(text)
    return item && !('id' in item) ? [item] : undefined
  },
})

function compared(comparison: Comparison, asking: Asking): Condition {
  const property = comparedProperty(comparison, spansFor(asking))
  if (property) return property
  const name = fieldNamed(comparison.field)
  if (!name) {
    const word = comparison.field.slice(0, 50)
    throw new QueryTextNotValid('field', `There is no field ${word}`, comparison, word)
  }
  const field: Field = fields[name]
  switch (field.kind) {
    case 'id':
      return comparedIds(field, comparison, asking)
    case 'choice':
      return comparedChoice(field, comparison)
    case 'switch':
      return comparedSwitch(field, comparison)
    case 'key':
      return equal(comparison, (values) =>
        passes({ kind: 'key', items: itemsIn(values, comparison.field) }),
      )
    case 'parent':
      return comparedParent(comparison)
    case 'history':
      return comparedHistory(comparison)
    case 'day':
      return comparedDay(field, comparison, asking)
    case 'moment':
      return comparedMoment(field, comparison, asking)
    default:
      return comparedText(field.kind, comparison)
  }
}

/** What a query means for this caller, now. */
export function resolve(expression: Expression, asking: Asking): Condition {
  if ('and' in expression) return { and: expression.and.map((one) => resolve(one, asking)) }
  if ('or' in expression) return { or: expression.or.map((one) => resolve(one, asking)) }
  if ('not' in expression) return { not: resolve(expression.not, asking) }
  if ('call' in expression) return called(expression.call, asking)
  return compared(expression.compare, asking)
}

const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + cost))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The field that was probably meant by a word that is none. */
export function fieldLike(word: string): string | undefined {
  const wanted = word.toLowerCase().slice(0, 30)
  const [best] = fieldNames
    .map((name) => ({ name, far: distance(wanted, name.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far)
  return best && best.far <= 2 ? best.name : undefined
}
