import { lookup } from '@cairn/contract'
/** How a list is shown. Kept as the contract names it: on the server, in the browser, in addresses. */
export const allLayouts = ['list', 'kanban', 'calendar', 'spreadsheet', 'gantt_chart'] as const
export type Layout = (typeof allLayouts)[number]

export const filterKeys = [
  'priority',
  'state_group',
  'state',
  'assignees',
  'cycle',
  'module',
  'mentions',
  'created_by',
  'labels',
  'project',
  'subscriber',
  'start_date',
  'target_date',
  'created_at',
  'completed_at',
] as const
export type FilterKey = (typeof filterKeys)[number]

/** What is chosen per key; a key without values filters nothing. */
export type Filters = Partial<Record<FilterKey, readonly string[]>>

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
] as const
export type GroupBy = (typeof groupings)[number]

export const kinds = ['active', 'backlog'] as const
/** Only open work, only the backlog, or all. */
export type Kind = (typeof kinds)[number] | null

export interface DisplayFilters {
  layout: Layout
  group_by: GroupBy | null
  sub_group_by: GroupBy | null
  /** A key of the list contract, with `-` for downwards. */
  order_by: string
  type: Kind
  sub_issue: boolean
  show_empty_groups: boolean
  calendar: { layout: 'month' | 'week'; show_weekends: boolean }
}

export const displayProperties = [
  'key',
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
export type DisplayProperties = Readonly<Record<DisplayProperty, boolean>>

export interface ListSettings {
  filters: Filters
  display: DisplayFilters
  properties: DisplayProperties
}

/** As it is stored: other versions may have left more, less, or something else in it. */
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
  for (const [key, values] of Object.entries(fields(stored))) {
    const known = oneOf(filterKeys, key)
    if (!known || !Array.isArray(values)) continue
    const texts = values.filter((value): value is string => typeof value === 'string')
    if (texts.length > 0) filters[known] = texts
  }
  return filters
}

function readLayout(value: unknown): Layout {
  return oneOf(allLayouts, value === 'gantt' ? 'gantt_chart' : value) ?? 'list'
}

function readDisplay(stored: unknown): DisplayFilters {
  const display = fields(stored)
  const calendar = fields(display.calendar)
  return {
    layout: readLayout(display.layout),
    group_by: oneOf(groupings, display.group_by),
    sub_group_by: oneOf(groupings, display.sub_group_by),
    order_by: typeof display.order_by === 'string' ? display.order_by : 'sort_order',
    type: oneOf(kinds, display.type),
    sub_issue: display.sub_issue !== false,
    show_empty_groups: display.show_empty_groups !== false,
    calendar: {
      layout: calendar.layout === 'week' ? 'week' : 'month',
      show_weekends: calendar.show_weekends === true,
    },
  }
}

function readProperties(stored: unknown): DisplayProperties {
  const shown = fields(stored)
  return Object.fromEntries(
    displayProperties.map((property) => [property, shown[property] !== false]),
  ) as Record<DisplayProperty, boolean>
}

/** Settings out of what is stored; what is missing or unknown is as it is by default. */
export const readSettings = (stored: StoredSettings): ListSettings => ({
  filters: readFilters(stored.filters),
  display: readDisplay(stored.display_filters ?? { order_by: '-created_at' }),
  properties: readProperties(stored.display_properties),
})

/** A context nobody has changed anything in yet. */
export const firstSettings: ListSettings = readSettings({})

/** Filters as they are stored: a key that filters nothing says so, or an old value would stay. */
export const toStoredFilters = (filters: Filters) =>
  Object.fromEntries(filterKeys.map((key) => [key, filters[key]?.length ? filters[key] : null]))

/** All of them, as they are stored. */
export const toStored = ({ filters, display, properties }: ListSettings) => ({
  filters: toStoredFilters(filters),
  display_filters: { ...display },
  display_properties: { ...properties },
})

const sameValues = (a: readonly string[] = [], b: readonly string[] = []) =>
  a.length === b.length && a.every((value) => b.includes(value))

/** Whether a list looks the same with both, in whatever order filters were chosen. */
export const sameSettings = (a: ListSettings, b: ListSettings): boolean =>
  filterKeys.every((key) => sameValues(a.filters[key], b.filters[key])) &&
  JSON.stringify([a.display, a.properties]) === JSON.stringify([b.display, b.properties])

/** A change of how it is shown, with what follows from it: see the coupling rules of the specification. */
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
  Object.values(filters).some((values) => values.length > 0)

/** One value more or less. */
export function toggled(filters: Filters, key: FilterKey, value: string): Filters {
  const values = filters[key] ?? []
  const others = values.filter((one) => one !== value)
  return { ...filters, [key]: others.length < values.length ? others : [...values, value] }
}

type Search = Readonly<Record<string, unknown>>

const ownParams: readonly string[] = ['layout', 'type', 'order_by', 'sub_issue', ...filterKeys]

const textIn = (search: Search, key: string) => {
  const value = lookup(search, key)
  return typeof value === 'string' && value ? value : undefined
}

/** What an address says about a list; without an order, that of the reader holds. */
export interface AskedSettings {
  layout: Layout
  type: Kind
  order_by?: string
  /** A number that counted sub-items leads to a list that shows them, whatever its reader chose there. */
  sub_issue?: true
  filters: Filters
}

/** Undefined: it says nothing, so what is saved holds. */
export function readSearch(search: Search): AskedSettings | undefined {
  if (!ownParams.some((key) => textIn(search, key))) return undefined
  const lists = filterKeys.map((key) => [key, textIn(search, key)?.split(',')] as const)
  const order_by = textIn(search, 'order_by')
  return {
    layout: readLayout(search.layout),
    type: oneOf(kinds, search.type),
    ...(order_by && { order_by }),
    filters: readFilters(Object.fromEntries(lists)),
    ...(search.sub_issue === 'true' && { sub_issue: true as const }),
  }
}

/** The address that shows the same to somebody else; other parts of it stay. */
export function toSearch(
  search: Search,
  { filters, display }: Pick<ListSettings, 'filters' | 'display'>,
  { sub_issue }: Pick<AskedSettings, 'sub_issue'> = {},
) {
  const others = Object.entries(search).filter(([key]) => !ownParams.includes(key))
  const chosen = filterKeys.flatMap((key) =>
    filters[key]?.length ? [[key, filters[key].join(',')] as const] : [],
  )
  const ordered = display.order_by !== firstSettings.display.order_by
  const plain = chosen.length === 0 && display.layout === 'list' && !display.type && !ordered
  return Object.fromEntries([
    ...others,
    ...(plain ? [] : [['layout', display.layout] as const]),
    ...(display.type ? [['type', display.type] as const] : []),
    ...(ordered ? [['order_by', display.order_by] as const] : []),
    ...(sub_issue ? [['sub_issue', 'true'] as const] : []),
    ...chosen,
  ])
}
