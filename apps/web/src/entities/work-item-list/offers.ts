import type { ListContext } from './list-context.ts'
import { orderKeys as orders } from './list-order.ts'
import {
  type DisplayProperty,
  displayProperties,
  type FilterKey,
  type GroupBy,
  type Layout,
} from './list-settings.ts'

export type Extra = 'sub_issue' | 'show_empty_groups'

/** What a context lets one choose in a layout. */
export interface Offers {
  filters: readonly FilterKey[]
  /** What an address may ask for besides: obeyed and shown, but not among the choices. */
  obeyed?: readonly FilterKey[]
  properties: readonly DisplayProperty[]
  groups: readonly (GroupBy | null)[]
  subGroups: readonly (GroupBy | null)[]
  /** Each in both directions. */
  orders: readonly string[]
  extras: readonly Extra[]
}

const all = displayProperties
const identityOnly: readonly DisplayProperty[] = ['key']
const none = { groups: [], subGroups: [] } as const
const subItems: readonly Extra[] = ['sub_issue']
const both: readonly Extra[] = ['sub_issue', 'show_empty_groups']

const projectFilters: readonly FilterKey[] = [
  ...(['priority', 'state', 'assignees', 'cycle', 'module', 'mentions', 'created_by'] as const),
  ...(['labels', 'start_date', 'target_date'] as const),
]
const projectGroups: readonly GroupBy[] = [
  ...(['state', 'priority', 'cycle', 'module', 'labels', 'assignees', 'created_by'] as const),
]
const profileFilters: readonly FilterKey[] = [
  ...(['priority', 'state_group', 'labels', 'start_date', 'target_date'] as const),
]
const profileGroups: readonly GroupBy[] = ['state_detail.group', 'priority', 'project', 'labels']

const project: Record<Layout, Offers> = {
  list: {
    filters: projectFilters,
    properties: all,
    groups: [...projectGroups, null],
    subGroups: [],
    orders,
    extras: both,
  },
  kanban: {
    filters: projectFilters,
    properties: all,
    groups: projectGroups,
    subGroups: [...projectGroups, null],
    orders,
    extras: both,
  },
  calendar: {
    ...none,
    filters: projectFilters.filter((key) => key !== 'target_date'),
    properties: identityOnly,
    orders: [],
    extras: subItems,
  },
  spreadsheet: { ...none, filters: projectFilters, properties: all, orders, extras: subItems },
  gantt_chart: {
    ...none,
    filters: projectFilters,
    properties: identityOnly,
    orders,
    extras: subItems,
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

const profile: Partial<Record<Layout, Offers>> = {
  list: {
    filters: profileFilters,
    properties: all,
    groups: [...profileGroups, null],
    subGroups: [],
    orders,
    extras: both,
  },
  kanban: {
    filters: profileFilters,
    properties: all,
    groups: profileGroups,
    subGroups: [],
    orders,
    extras: ['show_empty_groups'],
  },
}

const workspace: Offers = {
  ...none,
  filters: [
    ...(['priority', 'state_group', 'assignees', 'created_by', 'labels', 'project'] as const),
    ...(['subscriber', 'start_date', 'target_date'] as const),
  ],
  obeyed: ['state', 'cycle', 'module', 'mentions', 'created_at', 'completed_at'],
  properties: all,
  // What is dragged into an order is ordered within its project.
  orders: orders.filter((key) => key !== 'sort_order'),
  extras: subItems,
}

const teamGroups: readonly GroupBy[] = [
  ...(['state_detail.group', 'priority', 'project', 'labels', 'assignees'] as const),
]

/** Across projects: what belongs to one of them alone is not offered. */
const ofTeam = (offers: Offers): Offers => ({
  ...offers,
  filters: workspace.filters.filter(
    (key) => key !== 'subscriber' && (key !== 'target_date' || offers.filters.includes(key)),
  ),
  groups: offers.groups.length > 0 ? [...teamGroups, ...onlyNone(offers.groups)] : [],
  subGroups: offers.subGroups.length > 0 ? [...teamGroups, null] : [],
})

const onlyNone = (groups: Offers['groups']) => groups.filter((group) => group === null)

/** Which parts of planning a project has. */
export interface Features {
  cycles: boolean
  modules: boolean
  estimates: boolean
}

export const allFeatures: Features = { cycles: true, modules: true, estimates: true }

interface Choices {
  filter?: FilterKey
  group?: GroupBy
  property?: DisplayProperty
}

/** A module's own list does not ask for modules, but shows which others an item is in. */
const byModule: Choices = { filter: 'module', group: 'module' }

const choicesOf: Record<keyof Features, Choices> = {
  cycles: { filter: 'cycle', group: 'cycle', property: 'cycle' },
  modules: { ...byModule, property: 'modules' },
  estimates: { property: 'estimate' },
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

function ofContext({ kind }: ListContext, layout: Layout): Offers {
  if (kind === 'epics') {
    return without(withoutSubItems(project[layout]), choicesOf.cycles, choicesOf.modules)
  }
  if (kind === 'cycle') return without(project[layout], choicesOf.cycles)
  if (kind === 'module') return without(project[layout], byModule)
  if (kind === 'archived') return archived
  if (kind === 'workspace') return workspace
  if (kind === 'team' || kind === 'team-view') return ofTeam(project[layout])
  if (kind === 'profile') return profile[layout] ?? (profile.list as Offers)
  return project[layout]
}

/**
 * The matrix of what is offered where: see the specification of filters and display options. What the
 * project has switched off is not offered.
 */
export function offersOf(context: ListContext, layout: Layout, features = allFeatures): Offers {
  const off = (Object.keys(choicesOf) as (keyof Features)[]).filter((one) => !features[one])
  return without(ofContext(context, layout), ...off.map((one) => choicesOf[one]))
}

/** The filters that hold in a list, whoever chose them. */
export const obeyedFilters = ({ filters, obeyed = [] }: Offers): readonly FilterKey[] => [
  ...filters,
  ...obeyed,
]
