import {
  lookup,
  type NegatableFilter,
  negatableFilters,
  negationOf,
  type PropertyField,
} from '@cairn/contract'

/**
 * How a list is shown. Stored under the contract's names: on the server, in the browser, in URLs.
 */
export const allLayouts = ['list', 'kanban', 'calendar', 'spreadsheet', 'gantt_chart'] as const
export type Layout = (typeof allLayouts)[number]

/** What a list is filtered by. */
export const filterFields = [
  'priority',
  'state_group',
  'state',
  'assignees',
  'cycle',
  'module',
  'mentions',
  'created_by',
  'labels',
  'issue_type',
  'project',
  'subscriber',
  'start_date',
  'target_date',
  'created_at',
  'completed_at',
  'estimate_point',
  'parent',
] as const
export type FixedField = (typeof filterFields)[number]
/** A property of every item, or of those of a type. */
export type FilterField = FixedField | PropertyField

/** Also of its negation. */
export const isOfProperty = (key: string): key is PropertyField => key.startsWith('property_')

/** "is not": the same values under a separate key. */
export type NegatedKey = `${Extract<FixedField, NegatableFilter>}__not` | `${PropertyField}__not`
export type FilterKey = FilterField | NegatedKey

type Negatable = Extract<FixedField, NegatableFilter> | PropertyField

/** Of properties those whose values are chosen from a list. */
const isNegatable = (field: FilterField): field is Negatable =>
  isOfProperty(field)
    ? /^property_[obip]/.test(field)
    : negatableFilters.some((one) => one === field)

/** Undefined for dates: another range expresses the opposite. */
export const negatedKey = (field: FilterField): NegatedKey | undefined =>
  isNegatable(field) ? negationOf(field) : undefined

/** Each field, followed by its negation. */
const filterKeys: readonly FilterKey[] = filterFields.flatMap((field) => {
  const negated = negatedKey(field)
  return negated ? [field, negated] : [field]
})

/** Of every list, then those of the properties that are filtered by. */
export const filterKeysIn = (filters: object): readonly FilterKey[] => [
  ...filterKeys,
  ...Object.keys(filters).filter(isOfProperty),
]

export const fieldOf = (key: FilterKey): FilterField =>
  isOfProperty(key)
    ? (key.replace(/__not$/, '') as PropertyField)
    : (filterFields.find((field) => field === key || negatedKey(field) === key) ?? 'priority')

export const isNegated = (key: FilterKey): key is NegatedKey => fieldOf(key) !== key

type StoredKey = FilterKey | 'pql'

/** The filters of a list, and a text of the query language. */
const storedKeysIn = (filters: object): readonly StoredKey[] => [...filterKeysIn(filters), 'pql']

/**
 * The selected values per key; a key without values does not filter. `pql` is one text, which may be
 * empty while it is being written.
 */
export type Filters = Partial<Record<StoredKey, readonly string[]>>

export const groupings = [
  'state',
  'state_detail.group',
  'priority',
  'project',
  'cycle',
  'module',
  'labels',
  'assignees',
  'created_by',
  'issue_type',
] as const
export type FixedGrouping = (typeof groupings)[number]
export type GroupBy = FixedGrouping | PropertyField

const groupingIn = (value: unknown): GroupBy | null =>
  typeof value === 'string' && isOfProperty(value) ? value : oneOf(groupings, value)

export const kinds = ['active', 'backlog'] as const
/** Only open work, only the backlog, or all. */
export type Kind = (typeof kinds)[number] | null

/** Shows only items completed within this many days; null: all of them. */
export const doneSpans = [1, 7, 30] as const
export type DoneSpan = (typeof doneSpans)[number] | null

export interface DisplayFilters {
  layout: Layout
  group_by: GroupBy | null
  sub_group_by: GroupBy | null
  /** A key of the list contract, with `-` for descending. */
  order_by: string
  type: Kind
  sub_issue: boolean
  show_empty_groups: boolean
  done_days: DoneSpan
  calendar: { layout: 'month' | 'week'; show_weekends: boolean }
}

export const displayProperties = [
  'key',
  'issue_type',
  'assignee',
  'start_date',
  'due_date',
  'labels',
  'priority',
  'state',
  'sub_issue_count',
  'attachment_count',
  'link',
  'estimate',
  'modules',
  'cycle',
] as const
export type DisplayProperty = (typeof displayProperties)[number]
export interface DisplayProperties extends Readonly<Record<DisplayProperty, boolean>> {
  /** The ids of those shown that only items of a type have. */
  readonly own?: readonly string[]
}

export interface ListSettings {
  filters: Filters
  display: DisplayFilters
  properties: DisplayProperties
}

/** As stored: other versions may have written more, less or other fields. */
export interface StoredSettings {
  filters?: unknown
  display_filters?: unknown
  display_properties?: unknown
}

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const oneOf = <Value extends string>(known: readonly Value[], value: unknown): Value | null =>
  known.find((one) => one === value) ?? null

function readFilters(stored: unknown): Filters {
  const filters: Filters = {}
  const all = fields(stored)
  for (const [key, values] of Object.entries(all)) {
    const known = oneOf(storedKeysIn(all), key)
    if (!known || !Array.isArray(values)) continue
    const texts = values.filter((value): value is string => typeof value === 'string')
    if (texts.length > 0) filters[known] = texts
  }
  return filters
}

function readLayout(value: unknown): Layout {
  return oneOf(allLayouts, value === 'gantt' ? 'gantt_chart' : value) ?? 'list'
}

/** Whether a layout was chosen and stored. */
export const hasLayout = ({ display_filters }: StoredSettings) =>
  fields(display_filters).layout !== undefined

function readDisplay(stored: unknown): DisplayFilters {
  const display = fields(stored)
  const calendar = fields(display.calendar)
  return {
    layout: readLayout(display.layout),
    group_by: groupingIn(display.group_by),
    sub_group_by: groupingIn(display.sub_group_by),
    order_by: typeof display.order_by === 'string' ? display.order_by : 'sort_order',
    type: oneOf(kinds, display.type),
    sub_issue: display.sub_issue !== false,
    show_empty_groups: display.show_empty_groups !== false,
    done_days: doneSpans.find((days) => days === display.done_days) ?? null,
    calendar: {
      layout: calendar.layout === 'week' ? 'week' : 'month',
      show_weekends: calendar.show_weekends === true,
    },
  }
}

function readProperties(stored: unknown): DisplayProperties {
  const shown = fields(stored)
  return {
    ...(Object.fromEntries(
      displayProperties.map((property) => [property, shown[property] !== false]),
    ) as Record<DisplayProperty, boolean>),
    ...(Array.isArray(shown.own) && { own: shown.own }),
  }
}

/** Settings from their stored form; missing or unknown values get the defaults. */
export const readSettings = (stored: StoredSettings): ListSettings => ({
  filters: readFilters(stored.filters),
  display: readDisplay(stored.display_filters ?? { order_by: '-created_at' }),
  properties: readProperties(stored.display_properties),
})

/** The settings of an unchanged context. */
export const firstSettings: ListSettings = readSettings({})

/** Filters in stored form: an empty key is null, or the old value would stay. */
export const toStoredFilters = (filters: Filters) =>
  Object.fromEntries(
    storedKeysIn(filters).map((key) => [key, filters[key]?.length ? filters[key] : null]),
  )

/** All settings in stored form. */
export const toStored = ({ filters, display, properties }: ListSettings) => ({
  filters: toStoredFilters(filters),
  display_filters: { ...display },
  display_properties: { ...properties },
})

const sameValues = (a: readonly string[] = [], b: readonly string[] = []) =>
  a.length === b.length && a.every((value) => b.includes(value))

/** Whether a list looks the same with both, regardless of the order of filters. */
export const sameSettings = (a: ListSettings, b: ListSettings): boolean =>
  storedKeysIn({ ...a.filters, ...b.filters }).every((key) =>
    sameValues(a.filters[key], b.filters[key]),
  ) && JSON.stringify([a.display, a.properties]) === JSON.stringify([b.display, b.properties])

/** A display change with its consequences: see the coupling rules of the specification. */
export function withDisplay(
  before: DisplayFilters,
  change: Partial<DisplayFilters>,
  boardGroup: GroupBy = 'state',
): DisplayFilters {
  const after = { ...before, ...change }
  const board = after.layout === 'kanban'
  const group_by = after.group_by ?? (board ? boardGroup : null)
  const apart = group_by !== null && after.sub_group_by !== group_by
  return { ...after, group_by, sub_group_by: apart ? after.sub_group_by : null }
}

export const hasFilters = ({ filters }: Pick<ListSettings, 'filters'>) =>
  Object.values(filters).some((values) => values?.[0])

/** Adds or removes a value. */
export function toggled(filters: Filters, key: FilterKey, value: string): Filters {
  const values = filters[key] ?? []
  const others = values.filter((one) => one !== value)
  return { ...filters, [key]: others.length < values.length ? others : [...values, value] }
}

type Search = Readonly<Record<string, unknown>>

const ownParams: readonly string[] = [
  'layout',
  'type',
  'order_by',
  'sub_issue',
  ...storedKeysIn({}),
]
const isOwnParam = (key: string) => ownParams.includes(key) || isOfProperty(key)

const textIn = (search: Search, key: string) => {
  const value = lookup(search, key)
  return typeof value === 'string' && value ? value : undefined
}

/** List settings in a URL; without an order, the user's applies. */
export interface AskedSettings {
  layout: Layout
  type: Kind
  order_by?: string
  /** A count of sub-items links to a list that shows them, overriding the user's setting. */
  sub_issue?: true
  filters: Filters
}

/** Undefined: the URL has no settings, so the saved ones apply. */
export function readSearch(
  search: Search,
  firstLayout: Layout = 'list',
): AskedSettings | undefined {
  if (!Object.keys(search).some((key) => isOwnParam(key) && textIn(search, key))) return undefined
  const lists = storedKeysIn(search).map((key) => {
    const text = textIn(search, key)
    return [key, key === 'pql' ? text && [text] : text?.split(',')] as const
  })
  const order_by = textIn(search, 'order_by')
  return {
    layout: textIn(search, 'layout') ? readLayout(search.layout) : firstLayout,
    type: oneOf(kinds, search.type),
    ...(order_by && { order_by }),
    filters: readFilters(Object.fromEntries(lists)),
    ...(search.sub_issue === 'true' && { sub_issue: true as const }),
  }
}

/** A URL that shows the same list to others; its other parts stay. */
export function toSearch(
  search: Search,
  { filters, display }: Pick<ListSettings, 'filters' | 'display'>,
  { sub_issue }: Pick<AskedSettings, 'sub_issue'> = {},
  firstLayout: Layout = 'list',
) {
  const others = Object.entries(search).filter(([key]) => !isOwnParam(key))
  const chosen = storedKeysIn(filters).flatMap((key) =>
    filters[key]?.[0] ? [[key, filters[key].join(',')] as const] : [],
  )
  const ordered = display.order_by !== firstSettings.display.order_by
  const plain = chosen.length === 0 && display.layout === firstLayout && !display.type && !ordered
  return Object.fromEntries([
    ...others,
    ...(plain ? [] : [['layout', display.layout] as const]),
    ...(display.type ? [['type', display.type] as const] : []),
    ...(ordered ? [['order_by', display.order_by] as const] : []),
    ...(sub_issue ? [['sub_issue', 'true'] as const] : []),
    ...chosen,
  ])
}
