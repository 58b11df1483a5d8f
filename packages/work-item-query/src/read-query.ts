import {
  isGroupedKind,
  isSortedKind,
  lookup,
  type NegatableFilter,
  negatableFilters,
  negationOf,
  PageNotValid,
  type PropertyKind,
  parseId,
  priorities,
  propertyField,
  propertyInField,
  readSlice,
  stateGroups,
} from '@cairn/contract'
import { flatten } from './condition.ts'
import { readDateTokens } from './date-tokens.ts'
import { parse } from './language/grammar.ts'
import { print } from './language/print.ts'
import { resolve } from './language/resolve.ts'
import { QueryTextNotValid } from './language/tokens.ts'
import {
  type AnyOf,
  type Filters,
  type GroupKey,
  groupKeys,
  type ListQuery,
  type NegativeFilters,
  NONE,
  type Order,
  orderKeys,
  type PositiveFilters,
} from './list-query.ts'
import { readProperties, toInstants, unreadableProperty } from './read-properties.ts'

/** An invalid query, with the response body that contains the reason. */
export class QueryNotValid extends Error {
  readonly body: object
  constructor(body: object) {
    super(JSON.stringify(body))
    this.body = body
  }
}

export type Params = Readonly<Record<string, string | undefined>>

export interface Reader {
  /** The caller's day and zone, used for "today" and the days of timestamps. */
  today: string
  timezone: string
  /** The caller, for `me`; without it, `me` matches no user. */
  me?: string
  defaultOrder?: string
  /** Called with invalid dates, which are left out. */
  onUnreadable?: (token: string) => void
}

const MAX_VALUES = 1000

const valuesOf = (text: string | undefined): string[] =>
  (text ?? '').split(',', MAX_VALUES).map((value) => value.trim())

const idsIn = (text: string | undefined) => {
  const ids = valuesOf(text).map(parseId)
  return [...new Set(ids.filter((id) => id !== undefined))]
}

function someIds(text: string | undefined): readonly string[] | undefined {
  const ids = idsIn(text)
  return ids.length > 0 ? ids : undefined
}

function anyOf(text: string | undefined): AnyOf | undefined {
  const ids = idsIn(text)
  const none = valuesOf(text).includes(NONE)
  return ids.length > 0 || none ? { ids, none } : undefined
}

function choices<T extends string>(text: string | undefined, known: readonly T[]) {
  const values = new Set(valuesOf(text))
  const chosen = known.filter((value) => values.has(value))
  return chosen.length > 0 ? chosen : undefined
}

const typeGroups = { active: ['unstarted', 'started'], backlog: ['backlog'] } as const

const readType = (type: string | undefined) =>
  type === 'active' || type === 'backlog' ? typeGroups[type] : undefined

function readMoment(text: string | undefined): string | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}[T ]/.test(text)) return undefined
  const [, fraction = ''] = /\.(\d{1,6})/.exec(text) ?? []
  // A plus sign in a URL arrives as a space.
  const moment = Date.parse(text.replace(/\.\d+/, '').replace(/ (\d\d:?\d\d)$/, '+$1'))
  if (Number.isNaN(moment)) return undefined
  return `${new Date(moment).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`
}

const idsOnly = ['state', 'mentions', 'subscriber', 'project', 'team_project']
const idsOrNone = [
  ...['assignees', 'labels', 'module', 'cycle', 'parent', 'created_by', 'issue_type'],
  'estimate_point',
]
const idKeys = [...idsOnly, ...idsOrNone].flatMap((key) => [
  { key, mayBeNone: idsOrNone.includes(key) },
  { key: negationOf(key), mayBeNone: idsOrNone.includes(key) },
])

/**
 * Rejects a URL that filters by ids but contains no valid one: without the filter it would return
 * everything. Besides a valid id, invalid ones are left out.
 */
export function requireIds(params: Params): void {
  for (const { key, mayBeNone } of idKeys) {
    const text = lookup(params, key)
    if (!text) continue
    const values = valuesOf(text).filter((value) => value !== '' && value !== 'null')
    const isRead = (value: string) => parseId(value) !== undefined || (value === NONE && mayBeNone)
    const [first] = values
    if (first === undefined || values.some(isRead)) continue
    throw new QueryNotValid({ [key]: [`“${first.slice(0, 100)}” is not a valid UUID.`] })
  }
  const [key, text] = unreadableProperty(params) ?? []
  if (key && text) {
    throw new QueryNotValid({ [key]: [`“${text.slice(0, 100)}” is not a valid value.`] })
  }
}

/** Parsers for the values of each negatable filter. */
const readers: {
  [Key in NegatableFilter]: (text: string | undefined) => PositiveFilters[Key] | undefined
} = {
  priority: (text) => choices(text, priorities),
  state: someIds,
  state_group: (text) => choices(text, stateGroups),
  assignees: anyOf,
  labels: anyOf,
  module: anyOf,
  cycle: anyOf,
  parent: anyOf,
  created_by: anyOf,
  issue_type: anyOf,
  estimate_point: anyOf,
  mentions: someIds,
  subscriber: someIds,
  project: someIds,
}

const readNegations = (params: Params): NegativeFilters =>
  Object.fromEntries(
    negatableFilters.map((key) => [negationOf(key), readers[key](lookup(params, negationOf(key)))]),
  )

/** A query text in its normal form, and its condition. Throws `QueryNotValid`. */
export function readText(text: string, reader: Reader) {
  try {
    const expression = parse(text)
    return { text: print(expression), condition: resolve(expression, reader) }
  } catch (error) {
    throw error instanceof QueryTextNotValid ? new QueryNotValid({ pql: [error.message] }) : error
  }
}

/**
 * Parses the filters of a URL; invalid ones are left out. Throws `QueryNotValid` for a query text
 * that cannot be read.
 */
export function readFilters(params: Params, reader: Reader): Filters {
  const { today, timezone, onUnreadable } = reader
  const days = (text: string | undefined, isDue = false) =>
    text ? readDateTokens(text, today, { isDue, onUnreadable }) : undefined
  const instants = (text: string | undefined) => toInstants(days(text), timezone)
  const read: { [Key in keyof Filters]: Filters[Key] | undefined } = {
    priority: readers.priority(params.priority),
    state: someIds(params.state),
    state_group: readers.state_group(params.state_group),
    type_groups: readType(params.type),
    assignees: anyOf(params.assignees),
    labels: anyOf(params.labels),
    module: anyOf(params.module),
    cycle: anyOf(params.cycle),
    parent: anyOf(params.parent),
    created_by: anyOf(params.created_by),
    updated_by: undefined,
    where: undefined,
    issue_type: anyOf(params.issue_type),
    estimate_point: anyOf(params.estimate_point),
    mentions: someIds(params.mentions),
    subscriber: someIds(params.subscriber),
    project: someIds(params.project || params.team_project),
    without_parent: params.sub_issue === 'false' ? true : undefined,
    name: params.name || undefined,
    start_date: days(params.start_date),
    target_date: days(params.target_date, true),
    created_at: instants(params.created_at),
    updated_at: instants(params.updated_at),
    completed_at: instants(params.completed_at),
    both_dates: params.start_target_date === 'true' ? true : undefined,
    updated_after: readMoment(params.updated_at__gt),
    properties: readProperties(params, reader),
    ...readNegations(params),
  }
  const filters: Filters = Object.fromEntries(
    Object.entries(read).filter(([, value]) => value !== undefined),
  )
  const text = params.pql?.trim()
  return text ? flatten([readText(text, reader).condition], filters) : filters
}

const readField = (text: string, isUsable: (kind: PropertyKind) => boolean) => {
  const property = propertyInField(text)
  const id = parseId(property?.id)
  return property && id && isUsable(property.kind) ? propertyField({ ...property, id }) : undefined
}

export function readOrder(text: string | undefined, fallback = '-created_at'): Order {
  const wanted = text || fallback
  const descending = wanted.startsWith('-')
  const name = wanted.slice(descending ? 1 : 0)
  const key = orderKeys.find((known) => known === name) ?? readField(name, isSortedKind)
  return key ? { key, descending } : { key: 'created_at', descending: true }
}

function readGroup(wanted: string | undefined, name: string): GroupKey | null {
  if (!wanted) return null
  const alias = wanted === 'team_project' ? 'project_id' : wanted
  const key = groupKeys.find((known) => known === alias) ?? readField(alias, isGroupedKind)
  if (!key) throw new QueryNotValid({ error: `Invalid ${name} parameter` })
  return key
}

function readPage(params: Params) {
  try {
    return readSlice(params.per_page, params.cursor)
  } catch (error) {
    throw error instanceof PageNotValid ? new QueryNotValid({ detail: error.message }) : error
  }
}

/** The only parser of list URLs. Throws `QueryNotValid`. */
export function readListQuery(params: Params, reader: Reader): ListQuery {
  const slice = readPage(params)
  requireIds(params)
  const group = readGroup(params.group_by, 'group_by')
  const subGroup = group && readGroup(params.sub_group_by, 'sub_group_by')
  if (group && group === subGroup) {
    throw new QueryNotValid({ error: 'Group by and sub group by cannot have same parameters' })
  }
  const order = readOrder(params.order_by, reader.defaultOrder)
  return { filters: readFilters(params, reader), order, group, subGroup, slice }
}
