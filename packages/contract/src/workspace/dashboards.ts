import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, workspaceMembers } from '../core/policy.ts'
import { ADMIN, MEMBER } from '../core/roles.ts'
import { audit, Choice, Day, Id, Nullable, withId } from '../core/shapes.ts'
import { QueryTexts } from '../planning/views.ts'
import { negatableFilters, negationOf } from '../work-item/work-item-lists.ts'
import { WorkItem } from '../work-item/work-items.ts'
import type { ListFilters } from './home-numbers.ts'

/** A private dashboard is visible only to its owner, not even to admins. */
export const dashboardAccess = { private: 0, shared: 1 } as const

export const widgetKinds = [
  ...(['number', 'bar', 'line', 'donut', 'table', 'list', 'burndown'] as const),
]
export type WidgetKind = (typeof widgetKinds)[number]

/** What a widget sums: the number of items, or their estimates. */
export const widgetMeasures = ['items', 'points'] as const
export type WidgetMeasure = (typeof widgetMeasures)[number]

/** Groupings of a widget, named as in lists, with the filter for one such group. */
export const widgetGroups = {
  state__group: 'state_group',
  state_id: 'state',
  priority: 'priority',
  assignees__id: 'assignees',
  labels__id: 'labels',
  project_id: 'project',
  cycle_id: 'cycle',
  issue_module__module_id: 'module',
  created_by: 'created_by',
} as const
export type WidgetGroup = keyof typeof widgetGroups
export const widgetGroupKeys = Object.keys(widgetGroups) as WidgetGroup[]

/** The filters of a widget: those of a list, without the timestamps of lines. */
export const widgetFilterKeys = [
  ...(['priority', 'state_group', 'state', 'assignees', 'created_by', 'subscriber'] as const),
  ...(['mentions', 'labels', 'project', 'cycle', 'module', 'start_date', 'target_date'] as const),
  ...(['parent', 'issue_type', 'estimate_point'] as const),
  ...negatableFilters.map(negationOf),
]
export type WidgetFilterKey = (typeof widgetFilterKeys)[number]

export const widgetLines = ['created', 'completed'] as const
export type WidgetLine = (typeof widgetLines)[number]

export const widgetIntervals = ['day', 'week', 'month'] as const
export type WidgetInterval = (typeof widgetIntervals)[number]

/** Orders of a list widget, named as in lists. */
export const widgetOrders = ['-priority', 'target_date', '-updated_at', '-created_at'] as const
export type WidgetOrder = (typeof widgetOrders)[number]

/** In columns of the grid, which has twelve. */
export const widgetWidths = [3, 4, 6, 8, 12] as const
export type WidgetWidth = (typeof widgetWidths)[number]
export const MAX_WIDGET_HEIGHT = 6
export const MAX_WIDGETS = 50

const Values = Type.Array(Type.String({ maxLength: 255 }), { maxItems: 200 })

const WidgetFilters = Type.Unsafe<Partial<Record<WidgetFilterKey | 'pql', string[]>>>(
  Type.Partial(
    Type.Object({
      ...Object.fromEntries(widgetFilterKeys.map((key) => [key, Values])),
      pql: QueryTexts,
    }),
  ),
)

/** The query of a widget. Each kind uses the parts it can show. */
export const WidgetQuery = Type.Object({
  filters: WidgetFilters,
  measure: Choice(widgetMeasures),
  group_by: Nullable(Choice(widgetGroupKeys)),
  /** The columns of a table. */
  sub_group_by: Nullable(Choice(widgetGroupKeys)),
  lines: Type.Array(Choice(widgetLines), { minItems: 1, maxItems: 2 }),
  interval: Choice(widgetIntervals),
  /** Number of days, weeks or months of a line, including the current one. */
  periods: Type.Integer({ minimum: 2, maximum: 60 }),
  /** The cycle of the burn-down. */
  cycle_id: Nullable(Id),
  order_by: Choice(widgetOrders),
  /** Maximum number of groups or rows. */
  limit: Type.Integer({ minimum: 1, maximum: 50 }),
})
export type WidgetQuery = Static<typeof WidgetQuery>

export const firstWidgetQuery: WidgetQuery = {
  filters: {},
  measure: 'items',
  group_by: 'state__group',
  sub_group_by: null,
  lines: ['created', 'completed'],
  interval: 'week',
  periods: 12,
  cycle_id: null,
  order_by: '-priority',
  limit: 10,
}

/** Initial size of a widget of each kind. */
export const firstSizes: Record<WidgetKind, { width: WidgetWidth; height: number }> = {
  number: { width: 3, height: 1 },
  bar: { width: 6, height: 3 },
  line: { width: 6, height: 3 },
  donut: { width: 6, height: 3 },
  table: { width: 12, height: 3 },
  list: { width: 8, height: 3 },
  burndown: { width: 6, height: 3 },
}

export const BuiltWidget = Type.Object({
  id: Id,
  dashboard_id: Id,
  kind: Choice(widgetKinds),
  title: Type.String(),
  query: WidgetQuery,
  width: Type.Integer({ enum: [...widgetWidths] }),
  height: Type.Integer({ minimum: 1, maximum: MAX_WIDGET_HEIGHT }),
  /** Widgets are placed in ascending order, as many in a row as fit. */
  sort_order: Type.Number(),
})
export type BuiltWidget = Static<typeof BuiltWidget>

const { kind, query, width, height, sort_order } = BuiltWidget.properties
const title = Type.String({ maxLength: 255 })

const BuiltWidgetPatch = Type.Partial(
  Type.Object({ kind, title, query, width, height, sort_order }),
)
export type BuiltWidgetPatch = Static<typeof BuiltWidgetPatch>

const NewBuiltWidget = Type.Object({ ...BuiltWidgetPatch.properties, kind })
export type NewBuiltWidget = Static<typeof NewBuiltWidget>

export const BuiltDashboard = Type.Object({
  id: Id,
  ...audit,
  workspace: Id,
  /** If set, it covers only that project and is for its members. */
  project: Nullable(Id),
  name: Type.String(),
  access: Type.Integer({ enum: [dashboardAccess.private, dashboardAccess.shared] }),
  owned_by: Id,
})
export type BuiltDashboard = Static<typeof BuiltDashboard>

const { access } = BuiltDashboard.properties
const DashboardName = Type.String({ minLength: 1, maxLength: 255 })

const DashboardPatch = Type.Partial(Type.Object({ name: DashboardName, access }))
export type DashboardPatch = Static<typeof DashboardPatch>

const NewDashboard = Type.Object({
  ...DashboardPatch.properties,
  name: DashboardName,
  project: Type.Optional(Nullable(Id)),
})
export type NewDashboard = Static<typeof NewDashboard>

const GroupValue = Type.Object({ key: Type.String(), value: Type.Number() })
const CellValue = Type.Object({ ...GroupValue.properties, sub_key: Type.String() })
export const LinePoint = Type.Object({
  /** The first and the last day it counts. */
  from: Day,
  to: Day,
  created: Type.Number(),
  completed: Type.Number(),
})
export type LinePoint = Static<typeof LinePoint>

/** The data of a widget for the caller; parts its kind does not show are empty. */
const BuiltWidgetData = Type.Object({
  /** Over all filtered items, each counted once. */
  total: Type.Number(),
  /** Largest first. `None` is the group without a value. */
  groups: Type.Array(GroupValue),
  cells: Type.Array(CellValue),
  points: Type.Array(LinePoint),
  items: Type.Array(WorkItem),
})
export type BuiltWidgetData = Static<typeof BuiltWidgetData>

const all = '/api/workspaces/:slug/dashboards/'
const one = `${all}:id/` as const
const widgets = `${one}widgets/` as const
const oneWidget = `${widgets}:widget_id/` as const
const nothing = { 204: Type.Null() }

/** Dashboards built by users. Each response contains only what the caller may see. */
export const dashboardsApi = {
  list: endpoint(anyMember, `GET ${all}`, { 200: Type.Array(BuiltDashboard) }),
  create: endpoint(workspaceMembers, `POST ${all}`, {
    body: withId(NewDashboard),
    201: BuiltDashboard,
  }),
  get: endpoint(anyMember, `GET ${one}`, { 200: BuiltDashboard }),
  change: endpoint(workspaceMembers, `PATCH ${one}`, {
    body: DashboardPatch,
    200: BuiltDashboard,
  }),
  remove: endpoint(workspaceMembers, `DELETE ${one}`, nothing),
  widgets: endpoint(anyMember, `GET ${widgets}`, { 200: Type.Array(BuiltWidget) }),
  createWidget: endpoint(workspaceMembers, `POST ${widgets}`, {
    body: withId(NewBuiltWidget),
    201: BuiltWidget,
  }),
  changeWidget: endpoint(workspaceMembers, `PATCH ${oneWidget}`, {
    body: BuiltWidgetPatch,
    200: BuiltWidget,
  }),
  removeWidget: endpoint(workspaceMembers, `DELETE ${oneWidget}`, nothing),
  data: endpoint(anyMember, `GET ${oneWidget}data/`, { 200: BuiltWidgetData }),
}

export type BuiltDashboardEvent =
  | { type: 'dashboard.saved'; dashboard: BuiltDashboard }
  /** Deleted, or no longer visible to the recipients. */
  | { type: 'dashboard.removed'; id: string; workspace_id: string }

export type BuiltWidgetEvent =
  | { type: 'dashboard_widget.saved'; widget: BuiltWidget }
  | { type: 'dashboard_widget.removed'; id: string; dashboard_id: string }

const byName = (a: BuiltDashboard, b: BuiltDashboard) =>
  a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1)

export function applyDashboardEvent(
  dashboards: readonly BuiltDashboard[],
  event: BuiltDashboardEvent,
): BuiltDashboard[] {
  const id = event.type === 'dashboard.saved' ? event.dashboard.id : event.id
  const others = dashboards.filter((one) => one.id !== id)
  return event.type === 'dashboard.saved' ? [...others, event.dashboard].sort(byName) : others
}

const bySortOrder = (a: BuiltWidget, b: BuiltWidget) =>
  a.sort_order - b.sort_order || (a.id < b.id ? -1 : 1)

export function applyDashboardWidgetEvent(
  known: readonly BuiltWidget[],
  event: BuiltWidgetEvent,
): BuiltWidget[] {
  const id = event.type === 'dashboard_widget.saved' ? event.widget.id : event.id
  const others = known.filter((widget) => widget.id !== id)
  return event.type === 'dashboard_widget.saved'
    ? [...others, event.widget].sort(bySortOrder)
    : others
}

interface Caller {
  user_id: string
  workspace_role: number
  /** In the project of the dashboard, if it has one. */
  project_role?: number | null
}

/** Its owner and admins; guests have read-only access. */
export const canChangeDashboard = (
  { user_id, workspace_role, project_role }: Caller,
  { owned_by, project }: Pick<BuiltDashboard, 'owned_by' | 'project'>,
) =>
  workspace_role >= ADMIN ||
  (workspace_role >= MEMBER &&
    (owned_by === user_id || (project !== null && (project_role ?? 0) >= ADMIN)))

/** Filters for all items of a widget: on a project dashboard limited to that project. */
export const filtersOfWidget = (
  { project }: Pick<BuiltDashboard, 'project'>,
  { filters }: Pick<WidgetQuery, 'filters'>,
): ListFilters => ({ ...filters, ...(project && { project: [project] }) })

/** The same for one of its groups. */
export const filtersOfGroup = (
  filters: ListFilters,
  group: WidgetGroup,
  key: string,
): ListFilters => ({ ...filters, [widgetGroups[group]]: [key] })

/** The same for one step of one of its lines. */
export const filtersOfPoint = (
  filters: ListFilters,
  line: WidgetLine,
  { from, to }: Pick<LinePoint, 'from' | 'to'>,
): ListFilters => ({ ...filters, [`${line}_at`]: [`${from};after`, `${to};before`] })

/** The remaining items of a cycle. */
export const filtersOfBurndown = (filters: ListFilters, cycle_id: string): ListFilters => ({
  ...{ ...filters, cycle: [cycle_id] },
  state_group: ['backlog', 'unstarted', 'started'],
})
