import type { Day } from '@cairn/calendar'
import type { PropertyField } from '@cairn/contract'
import { fixedFilters, type ListContext } from './list-context.ts'
import {
  type FilterField,
  type FixedField,
  type FixedGrouping,
  fieldOf,
  filterKeysIn,
  type GroupBy,
  isOfProperty,
  type ListSettings,
} from './list-settings.ts'
import { allFeatures, type Features, type Offers, obeyedFilters, offersOf } from './offers.ts'

/** The request parameters, all strings; they are also the cache key. */
export type ListParams = Readonly<Record<string, string>>

/** What a list can be grouped by, in request terms, and the filter for one such group. */
const groupFilters = {
  state_id: 'state',
  priority: 'priority',
  state__group: 'state_group',
  project_id: 'project',
  labels__id: 'labels',
  assignees__id: 'assignees',
  cycle_id: 'cycle',
  issue_module__module_id: 'module',
  created_by: 'created_by',
  type_id: 'issue_type',
  target_date: 'target_date',
} as const satisfies Record<string, FixedField>
export type GroupField = keyof typeof groupFilters | PropertyField

export const filterOfGroup = (group: GroupField): FilterField =>
  isOfProperty(group) ? group : groupFilters[group]

export const groupFields: Record<FixedGrouping, GroupField> = {
  state: 'state_id',
  'state_detail.group': 'state__group',
  priority: 'priority',
  project: 'project_id',
  cycle: 'cycle_id',
  module: 'issue_module__module_id',
  labels: 'labels__id',
  assignees: 'assignees__id',
  created_by: 'created_by',
  issue_type: 'type_id',
}

const groupField = (group: GroupBy) => (isOfProperty(group) ? group : groupFields[group])

/** Rows per answer: of the whole list, or of each group or cell. */
export function pageSize({ display }: ListSettings): number {
  const { layout, group_by, sub_group_by, calendar } = display
  if (layout === 'kanban') return sub_group_by ? 10 : 30
  if (layout === 'calendar') return calendar.layout === 'month' ? 4 : 30
  if (layout !== 'list' || !group_by) return 100
  return sub_group_by ? 20 : 50
}

/** Half as many: few users have more drafts than fit on a screen. */
const draftPage = (settings: ListSettings) => Math.min(50, pageSize(settings))

/** The days a calendar shows. */
export interface DaySpan {
  first: Day
  last: Day
}

/**
 * Filters, order, grouping and page size as request parameters, limited to what is offered here.
 */
export function toParams(
  context: ListContext,
  settings: ListSettings,
  features: Features = allFeatures,
  span?: DaySpan,
): ListParams {
  const { display } = settings
  const { layout } = display
  const offers = offersOf(context, layout, features)
  const params: Record<string, string> = {
    order_by: orderOf(settings, context),
    sub_issue: String(display.sub_issue || !offers.extras.includes('sub_issue')),
    per_page: String(context.kind === 'drafts' ? draftPage(settings) : pageSize(settings)),
  }
  if (display.type) params.type = display.type
  const fixed = fixedFilters(context)
  const obeyed = obeyedFilters(offers)
  for (const key of filterKeysIn(settings.filters)) {
    const isObeyed = isOfProperty(key) ? offers.own : obeyed.includes(fieldOf(key))
    const values = fixed[key] ?? (isObeyed ? settings.filters[key] : undefined)
    if (values?.length) Object.assign(params, { [key]: values.join(',') })
  }
  if (settings.filters.pql?.[0]) params.pql = settings.filters.pql[0]
  // An explicit date filter wins.
  if (display.done_days && offers.extras.includes('done_days') && !params.completed_at) {
    params.completed_at = `None,${display.done_days}_days;after;ago`
  }
  if (display.group_by && isOffered(display.group_by, offers.groups, offers)) {
    params.group_by = groupField(display.group_by)
    if (display.sub_group_by && isOffered(display.sub_group_by, offers.subGroups, offers)) {
      params.sub_group_by = groupField(display.sub_group_by)
    }
  }
  if (layout === 'calendar' && span) {
    params.group_by = 'target_date'
    params.target_date = `${span.first};after,${span.last};before`
  }
  if (layout === 'gantt_chart' && context.kind !== 'drafts')
    params.expand = 'issue_relation,issue_related'
  return params
}

const isOffered = (group: GroupBy, among: readonly (GroupBy | null)[], { own }: Offers) =>
  isOfProperty(group) ? own && among.length > 0 : among.includes(group)

/** Manual order across projects is undefined. */
const orderOf = ({ display }: ListSettings, { kind }: ListContext) =>
  kind === 'workspace' && display.order_by === 'sort_order' ? '-created_at' : display.order_by
