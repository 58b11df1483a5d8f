import type { Day } from '@cairn/calendar'
import { fixedFilters, type ListContext } from './list-context.ts'
import { type FilterKey, filterKeys, type GroupBy, type ListSettings } from './list-settings.ts'
import { allFeatures, type Features, obeyedFilters, offersOf } from './offers.ts'

/** What the server is asked, all of it text; the same words name the answer in the cache. */
export type ListParams = Readonly<Record<string, string>>

/** What a list can be grouped by, as requests say it, and the filter that asks for one such group. */
export const groupFilters = {
  state_id: 'state',
  priority: 'priority',
  state__group: 'state_group',
  project_id: 'project',
  labels__id: 'labels',
  assignees__id: 'assignees',
  cycle_id: 'cycle',
  issue_module__module_id: 'module',
  created_by: 'created_by',
  target_date: 'target_date',
} as const satisfies Record<string, FilterKey>
export type GroupField = keyof typeof groupFilters

export const groupFields: Record<GroupBy, GroupField> = {
  state: 'state_id',
  'state_detail.group': 'state__group',
  priority: 'priority',
  project: 'project_id',
  cycle: 'cycle_id',
  module: 'issue_module__module_id',
  labels: 'labels__id',
  assignees: 'assignees__id',
  created_by: 'created_by',
}

/** Rows per answer: of the whole list, or of each group or cell. */
export function pageSize({ display }: ListSettings): number {
  const { layout, group_by, sub_group_by, calendar } = display
  if (layout === 'kanban') return sub_group_by ? 10 : 30
  if (layout === 'calendar') return calendar.layout === 'month' ? 4 : 30
  return layout === 'list' && group_by ? 50 : 100
}

/** The days a calendar shows. */
export interface DaySpan {
  first: Day
  last: Day
}

/** Filters, order, grouping and page size as the request says them, limited to what is offered here. */
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
    per_page: String(pageSize(settings)),
  }
  if (display.type) params.type = display.type
  const fixed = fixedFilters(context)
  const obeyed = obeyedFilters(offers)
  for (const key of filterKeys) {
    const values = fixed[key] ?? (obeyed.includes(key) ? settings.filters[key] : undefined)
    if (values?.length) Object.assign(params, { [key]: values.join(',') })
  }
  if (display.group_by && offers.groups.includes(display.group_by)) {
    params.group_by = groupFields[display.group_by]
    if (display.sub_group_by && offers.subGroups.includes(display.sub_group_by)) {
      params.sub_group_by = groupFields[display.sub_group_by]
    }
  }
  if (layout === 'calendar' && span) {
    params.group_by = 'target_date'
    params.target_date = `${span.first};after,${span.last};before`
  }
  if (layout === 'gantt_chart') params.expand = 'issue_relation,issue_related'
  return params
}

/** A manual order across projects means nothing. */
const orderOf = ({ display }: ListSettings, { kind }: ListContext) =>
  kind === 'workspace' && display.order_by === 'sort_order' ? '-created_at' : display.order_by
