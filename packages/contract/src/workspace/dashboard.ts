import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, signedIn } from '../core/policy.ts'
import { audit, Choice, Day, Id, Json, Nullable } from '../core/shapes.ts'
import { stateGroups } from '../project/states.ts'
import { WorkItemListQuery, WorkItemWithRelations } from '../work-item/work-item-lists.ts'
import { priorities } from '../work-item/work-items.ts'
import { OwnActivity } from './own-activities.ts'

export const dashboardDurations = [
  'none',
  'today',
  'this_week',
  'this_month',
  'this_year',
  'custom',
] as const

/** Which of a user's items a tab of a widget shows. */
export const dashboardTabs = ['pending', 'upcoming', 'overdue', 'completed'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

const WidgetFilters = Type.Partial(
  Type.Object({
    duration: Choice(dashboardDurations),
    tab: Choice(dashboardTabs),
    custom_dates: Type.Array(Day, { maxItems: 2 }),
  }),
)
export type WidgetFilters = Static<typeof WidgetFilters>

/** All widgets in their default order, with their default filters. */
export const dashboardWidgets = {
  overview_stats: {},
  assigned_issues: { duration: 'this_week', tab: 'upcoming' },
  created_issues: { duration: 'this_week', tab: 'upcoming' },
  issues_by_state_groups: { duration: 'this_week' },
  issues_by_priority: { duration: 'this_week' },
  recent_activity: {},
  recent_projects: {},
  recent_collaborators: {},
} as const satisfies Record<string, WidgetFilters>

export type DashboardWidgetKey = keyof typeof dashboardWidgets
export const dashboardWidgetKeys = Object.keys(dashboardWidgets) as DashboardWidgetKey[]

export const Dashboard = Type.Object({
  id: Id,
  name: Type.String(),
  description_html: Type.String(),
  identifier: Nullable(Id),
  owned_by: Id,
  is_default: Type.Boolean(),
  type_identifier: Type.String(),
  logo_props: Json,
  ...audit,
})
export type Dashboard = Static<typeof Dashboard>

export const DashboardWidget = Type.Object({
  id: Id,
  key: Choice(dashboardWidgetKeys),
  is_visible: Type.Boolean(),
  widget_filters: WidgetFilters,
})
export type DashboardWidget = Static<typeof DashboardWidget>

const DashboardWidgetPatch = Type.Partial(
  Type.Object({ filters: WidgetFilters, is_visible: Type.Boolean(), sort_order: Type.Number() }),
)
export type DashboardWidgetPatch = Static<typeof DashboardWidgetPatch>

const OverviewStats = Type.Object({
  assigned_issues_count: Type.Integer(),
  pending_issues_count: Type.Integer(),
  completed_issues_count: Type.Integer(),
  created_issues_count: Type.Integer(),
})
const SomeItems = Type.Object({
  issues: Type.Array(WorkItemWithRelations),
  count: Type.Integer(),
})
const StateGroupCount = Type.Object({ state: Choice(stateGroups), count: Type.Integer() })
const PriorityCount = Type.Object({ priority: Choice(priorities), count: Type.Integer() })
const Collaborator = Type.Object({ user_id: Id, active_issue_count: Type.Integer() })

/** The response of each widget. */
export interface DashboardData {
  overview_stats: Static<typeof OverviewStats>
  assigned_issues: { issues: WorkItemWithRelations[]; count: number }
  created_issues: { issues: WorkItemWithRelations[]; count: number }
  issues_by_state_groups: Static<typeof StateGroupCount>[]
  issues_by_priority: Static<typeof PriorityCount>[]
  recent_activity: OwnActivity[]
  recent_projects: string[]
  recent_collaborators: Static<typeof Collaborator>[]
}

const Data = Type.Unsafe<DashboardData[DashboardWidgetKey]>({
  anyOf: [
    OverviewStats,
    SomeItems,
    Type.Array(StateGroupCount),
    Type.Array(PriorityCount),
    Type.Array(OwnActivity),
    Type.Array(Id),
    Type.Array(Collaborator),
  ],
})

/** The filters of every list of items; `issue_type` names a tab here. */
const DashboardDataQuery = Type.Partial(
  Type.Object({
    ...WorkItemListQuery.properties,
    widget_key: Type.String(),
    issue_type: Type.String(),
    search: Type.String({ maxLength: 255 }),
  }),
)
export interface DashboardDataQuery extends Omit<WorkItemListQuery, 'issue_type'> {
  widget_key?: string
  issue_type?: string
  search?: string
}

const HomeSummary = Type.Object({
  assigned: Type.Integer(),
  due_this_week: Type.Integer(),
  overdue: Type.Integer(),
  completed_lately: Type.Integer(),
})
export type HomeSummary = Static<typeof HomeSummary>

const inWorkspace = '/api/workspaces/:slug/dashboard/'
const own = '/api/dashboard/:id/'

/** A user's own numbers: one dashboard, read in the workspace of the URL. */
export const dashboardApi = {
  /** Number of open and completed items of the caller; `summaryFilters` defines which. */
  summary: endpoint(anyMember, 'GET /api/workspaces/:slug/home-summary/', { 200: HomeSummary }),
  home: endpoint(anyMember, `GET ${inWorkspace}`, {
    query: Type.Partial(Type.Object({ dashboard_type: Type.String() })),
    200: Type.Object({ dashboard: Dashboard, widgets: Type.Array(DashboardWidget) }),
  }),
  data: endpoint(anyMember, `GET ${inWorkspace}:id/`, { query: DashboardDataQuery, 200: Data }),
  get: endpoint(signedIn, `GET ${own}`, { 200: Dashboard }),
  widget: endpoint(signedIn, `GET ${own}widgets/:widget_id/`, { 200: DashboardWidget }),
  changeWidget: endpoint(signedIn, `PATCH ${own}widgets/:widget_id/`, {
    body: DashboardWidgetPatch,
    200: Type.Object({ message: Type.String() }),
  }),
}
