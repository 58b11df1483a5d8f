import { fixedFilters, type ListContext } from './list-context.ts'
import {
  type DisplayProperty,
  displayProperties,
  type FilterField,
  type GroupBy,
  type Layout,
} from './list-settings.ts'

export type Extra = 'sub_issue' | 'show_empty_groups' | 'done_days'

/** The options of a context in a layout. */
export interface Offers {
  filters: readonly FilterField[]
  /** Filters a URL may also contain: applied and shown, but not offered. */
  obeyed?: readonly FilterField[]
  properties: readonly DisplayProperty[]
  groups: readonly (GroupBy | null)[]
  subGroups: readonly (GroupBy | null)[]
  /** Each in both directions. */
  orders: readonly string[]
  extras: readonly Extra[]
  /** Whether it is filtered, grouped and sorted by the properties of types, too. */
  own: boolean
}

/** The orders of every layout; the table's columns offer more. */
const orders = [
  ...(['sort_order', 'created_at', 'updated_at', 'start_date', 'target_date'] as const),
  'priority',
] as const

const all = displayProperties
const identityOnly: readonly DisplayProperty[] = ['key']
const none = { groups: [], subGroups: [] } as const
const subItems: readonly Extra[] = ['sub_issue']
const grouped: readonly Extra[] = ['sub_issue', 'show_empty_groups', 'done_days']

const projectFilters: readonly FilterField[] = [
  ...(['priority', 'state', 'assignees', 'cycle', 'module', 'mentions', 'created_by'] as const),
  ...(['labels', 'issue_type', 'start_date', 'target_date', 'estimate_point', 'parent'] as const),
]
const projectGroups: readonly GroupBy[] = [
  ...(['state', 'priority', 'cycle', 'module', 'labels', 'assignees', 'created_by'] as const),
  'issue_type',
]
/** Across projects: state groups instead of states, and the project. */
const acrossFilters: readonly FilterField[] = [
  ...(['priority', 'state_group', 'state', 'assignees', 'cycle', 'module', 'mentions'] as const),
  ...(['created_by', 'labels', 'issue_type', 'project', 'start_date', 'target_date'] as const),
  ...(['estimate_point', 'parent'] as const),
]
const acrossGroups: readonly GroupBy[] = [
  ...(['state_detail.group', 'priority', 'project', 'cycle', 'module', 'labels'] as const),
  ...(['assignees', 'created_by', 'issue_type'] as const),
]

const project: Record<Layout, Offers> = {
  list: {
    filters: projectFilters,
    properties: all,
    groups: [...projectGroups, null],
    subGroups: [...projectGroups, null],
    orders,
    extras: grouped,
    own: true,
  },
  kanban: {
    filters: projectFilters,
    properties: all,
    groups: projectGroups,
    subGroups: [...projectGroups, null],
    orders,
    extras: grouped,
    own: true,
  },
  calendar: {
    ...none,
    filters: projectFilters.filter((key) => key !== 'target_date'),
    properties: identityOnly,
    orders: [],
    extras: subItems,
    own: true,
  },
  spreadsheet: {
    ...none,
    filters: projectFilters,
    properties: all,
    orders,
    extras: subItems,
    own: true,
  },
  gantt_chart: {
    ...none,
    filters: projectFilters,
    properties: identityOnly,
    orders,
    extras: subItems,
    own: true,
  },
}

const withoutSubItems = (offers: Offers): Offers => ({
  ...offers,
  extras: offers.extras.filter((extra) => extra !== 'sub_issue'),
})

const archived: Offers = withoutSubItems({
  ...project.list,
  filters: projectFilters.filter((key) => key !== 'mentions'),
  orders,
})

const onlyNone = (groups: Offers['groups']) => groups.filter((group) => group === null)

/** The options of a project for several projects: by what they have in common. */
const across = (offers: Offers): Offers => ({
  ...offers,
  filters: acrossFilters.filter(
    (key) => key !== 'target_date' || offers.filters.includes('target_date'),
  ),
  obeyed: ['subscriber', 'created_at', 'completed_at', 'estimate_point'],
  groups: offers.groups.length > 0 ? [...acrossGroups, ...onlyNone(offers.groups)] : [],
  subGroups: offers.subGroups.length > 0 ? [...acrossGroups, null] : [],
})

/** Manual order is only within a project. */
const ofWorkspace = (offers: Offers): Offers => ({
  ...offers,
  filters: offers.filters.flatMap((key) => (key === 'project' ? [key, 'subscriber'] : [key])),
  orders: offers.orders.filter((key) => key !== 'sort_order'),
})

/** The planning features of a project. */
export interface Features {
  cycles: boolean
  modules: boolean
  estimates: boolean
  types: boolean
}

export const allFeatures: Features = {
  cycles: true,
  modules: true,
  estimates: true,
  types: true,
}

interface Choices {
  filter?: FilterField
  group?: GroupBy
  property?: DisplayProperty
}

/** The list of a module has no module filter, but shows the other modules of an item. */
const byModule: Choices = { filter: 'module', group: 'module' }

const choicesOf: Record<keyof Features, Choices> = {
  cycles: { filter: 'cycle', group: 'cycle', property: 'cycle' },
  modules: { ...byModule, property: 'modules' },
  estimates: { filter: 'estimate_point', property: 'estimate' },
  types: { filter: 'issue_type', group: 'issue_type', property: 'issue_type' },
}

function without(offers: Offers, ...gone: readonly Choices[]): Offers {
  const grouped = (among: Offers['groups']) =>
    among.filter((one) => one === null || !gone.some(({ group }) => group === one))
  return {
    ...offers,
    filters: offers.filters.filter((one) => !gone.some(({ filter }) => filter === one)),
    groups: grouped(offers.groups),
    subGroups: grouped(offers.subGroups),
    properties: offers.properties.filter((one) => !gone.some(({ property }) => property === one)),
  }
}

const notOfDrafts = {
  filters: ['mentions', 'created_by', 'subscriber', 'completed_at'] as readonly FilterField[],
  extras: ['sub_issue', 'done_days'] as readonly Extra[],
  properties: ['sub_issue_count', 'attachment_count', 'link'] as readonly DisplayProperty[],
}

/** All of them are by the user, and have no related rows yet. */
const ofDrafts = (offers: Offers): Offers => ({
  ...without(offers, { group: 'created_by' }),
  extras: offers.extras.filter((extra) => !notOfDrafts.extras.includes(extra)),
  filters: offers.filters.filter((key) => !notOfDrafts.filters.includes(key)),
  obeyed: [],
  properties: offers.properties.filter((key) => !notOfDrafts.properties.includes(key)),
})

/** The fixed filters of a list are not offered in it. */
const withoutFixed = (offers: Offers, context: ListContext): Offers => {
  const fixed = Object.keys(fixedFilters(context))
  return { ...offers, filters: offers.filters.filter((key) => !fixed.includes(key)) }
}

function ofContext(context: ListContext, layout: Layout): Offers {
  const { kind } = context
  if (kind === 'epics') {
    const { cycles, modules, types } = choicesOf
    const offers = without(withoutSubItems(project[layout]), cycles, modules, types)
    return {
      ...offers,
      filters: offers.filters.filter((field) => field !== 'parent'),
      obeyed: ['state_group', 'created_at', 'completed_at', 'estimate_point'],
    }
  }
  if (kind === 'cycle') return without(project[layout], choicesOf.cycles)
  if (kind === 'module') return without(project[layout], byModule)
  if (kind === 'archived') return archived
  if (kind === 'workspace') return withoutFixed(ofWorkspace(across(project[layout])), context)
  if (kind === 'drafts') return ofDrafts(across(project[layout]))
  if (kind === 'profile') return withoutFixed(across(project[layout]), context)
  if (kind === 'team' || kind === 'team-view') return across(project[layout])
  return project[layout]
}

/**
 * The options of each context: see the specification of filters and display options. Features the
 * project has disabled are not offered.
 */
export function offersOf(context: ListContext, layout: Layout, features = allFeatures): Offers {
  const off = (Object.keys(choicesOf) as (keyof Features)[]).filter((one) => !features[one])
  const offers = without(ofContext(context, layout), ...off.map((one) => choicesOf[one]))
  return { ...offers, own: offers.own && (features.types || context.kind === 'epics') }
}

/** The filters that apply to a list, from the URL or from its settings. */
export const obeyedFilters = ({ filters, obeyed = [] }: Offers): readonly FilterField[] => [
  ...filters,
  ...obeyed,
]
