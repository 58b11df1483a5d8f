import type { ListContext } from './list-context.ts'
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
  properties: readonly DisplayProperty[]
  groups: readonly (GroupBy | null)[]
  subGroups: readonly (GroupBy | null)[]
  orders: readonly string[]
  extras: readonly Extra[]
}

const all = displayProperties
const identityOnly: readonly DisplayProperty[] = ['key']
const orders = ['sort_order', '-created_at', '-updated_at', 'start_date', '-priority']
const ordersWithDue = ['sort_order', '-created_at', '-updated_at', 'start_date', 'target_date']
const none = { groups: [], subGroups: [] } as const
const subItems: readonly Extra[] = ['sub_issue']
const both: readonly Extra[] = ['sub_issue', 'show_empty_groups']

const projectFilters: readonly FilterKey[] = [
  ...(['priority', 'state', 'assignees', 'mentions', 'created_by', 'labels'] as const),
  ...(['start_date', 'target_date'] as const),
]
const projectGroups: readonly GroupBy[] = [
  ...(['state', 'priority', 'labels', 'assignees', 'created_by'] as const),
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
    orders: [...ordersWithDue, '-priority'],
    extras: both,
  },
  kanban: {
    filters: projectFilters,
    properties: all,
    groups: projectGroups,
    subGroups: [...projectGroups, null],
    orders: [...ordersWithDue, '-priority'],
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
  properties: all,
  orders: [],
  extras: subItems,
}

/** The matrix of what is offered where: see the specification of filters and display options. */
export function offersOf({ kind }: ListContext, layout: Layout): Offers {
  if (kind === 'project') return project[layout]
  if (kind === 'epics') return withoutSubItems(project[layout])
  if (kind === 'archived') return archived
  if (kind === 'workspace') return workspace
  return profile[layout] ?? (profile.list as Offers)
}
