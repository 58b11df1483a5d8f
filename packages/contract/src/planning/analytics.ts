import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { projectMembers, workspaceMembers } from '../core/policy.ts'
import { audit, Day, Id, Json, Nullable } from '../core/shapes.ts'
import { WorkItemListQuery } from '../work-item/work-item-lists.ts'
import { LinePoint } from '../workspace/dashboards.ts'

export const durations = [
  ...(['yesterday', 'last_7_days', 'last_30_days', 'last_3_months'] as const),
  ...(['last_6_months', 'last_12_months'] as const),
]
export type Duration = (typeof durations)[number]
export const defaultDuration: Duration = 'last_30_days'

/** The axes and groupings of a chart. */
export const chartAxes = [
  ...(['STATES', 'STATE_GROUPS', 'LABELS', 'ASSIGNEES', 'ESTIMATE_POINTS', 'CYCLES'] as const),
  ...(['MODULES', 'PRIORITY', 'START_DATE', 'TARGET_DATE', 'CREATED_AT'] as const),
  ...(['COMPLETED_AT', 'CREATED_BY'] as const),
]
export type ChartAxis = (typeof chartAxes)[number]

export const chartMetrics = ['WORK_ITEM_COUNT', 'ESTIMATE_POINT_COUNT'] as const
export type ChartMetric = (typeof chartMetrics)[number]

export const overviewKeys = [
  ...(['total_users', 'total_admins', 'total_members', 'total_guests'] as const),
  ...(['total_projects', 'total_work_items', 'total_cycles', 'total_intake'] as const),
]

export const itemTotalKeys = [
  ...(['total_work_items', 'started_work_items', 'backlog_work_items'] as const),
  ...(['un_started_work_items', 'completed_work_items'] as const),
]

/** `filter_count` is that of the preceding period of the same length. */
const Total = Type.Object({ count: Type.Integer(), filter_count: Type.Integer() })
export type Total = Static<typeof Total>

const totalsOf = <Key extends string>(keys: readonly Key[]) =>
  Type.Object(Object.fromEntries(keys.map((key) => [key, Total])) as Record<Key, typeof Total>)

/** Which ones depends on the requested tab. */
export const WorkspaceTotals = Type.Partial(totalsOf([...overviewKeys, ...itemTotalKeys]))
export type WorkspaceTotals = Static<typeof WorkspaceTotals>

export const ItemTotals = totalsOf(itemTotalKeys)
export type ItemTotals = Static<typeof ItemTotals>

const byGroup = {
  cancelled_work_items: Type.Integer(),
  completed_work_items: Type.Integer(),
  backlog_work_items: Type.Integer(),
  un_started_work_items: Type.Integer(),
  started_work_items: Type.Integer(),
}

export const ProjectRow = Type.Object({
  project_id: Id,
  project__name: Type.String(),
  ...byGroup,
})
export type ProjectRow = Static<typeof ProjectRow>

/** All null in the row of unassigned items. */
export const AssigneeRow = Type.Object({
  display_name: Nullable(Type.String()),
  assignee_id: Nullable(Id),
  avatar_url: Nullable(Type.String()),
  ...byGroup,
})
export type AssigneeRow = Static<typeof AssigneeRow>

const KindCount = Type.Object({ key: Type.String(), name: Type.String(), count: Type.Integer() })
/** The count of one kind of object. */
export type KindCount = Static<typeof KindCount>

/** Beside these three a number for each group of the schema. */
export type ChartRow = Record<string, string | number> & {
  key: string
  name: string
  count: number
}
const ChartRow = Type.Unsafe<ChartRow>({
  type: 'object',
  properties: { ...KindCount.properties, count: Type.Number() },
  required: ['key', 'name', 'count'],
  additionalProperties: true,
})

const Chart = Type.Object({
  data: Type.Array(ChartRow),
  /** Group names, by the key of their numbers in rows. */
  schema: Type.Record(Type.String(), Type.String()),
  /** With estimates as the axis: the points of each value. */
  points: Type.Optional(Type.Record(Type.String(), Type.Array(Id))),
})
export type Chart = Static<typeof Chart>

/** Counts by kind for `type=projects`, a chart for the others. */
const AnyChart = Type.Unsafe<Chart | KindCount[]>({ anyOf: [Type.Array(KindCount), Chart] })

const flowed = {
  created: Type.Integer(),
  completed: Type.Integer(),
  open: Type.Integer(),
  overdue: Type.Integer(),
}

/** The flow of one project; projects without any are left out. */
const FlowRow = Type.Object({
  project_id: Id,
  ...flowed,
  /** Completed items per step. */
  steps: Type.Array(Type.Integer()),
})
export type FlowRow = Static<typeof FlowRow>

/**
 * Created and completed items, by the caller's days; `flowFilters` and `filtersOfPoint` define
 * which items each number counts.
 */
export const Flow = Type.Object({
  from: Day,
  to: Day,
  /** The caller's day, which decides what is overdue. */
  today: Day,
  created: Total,
  completed: Total,
  open: Type.Integer(),
  overdue: Type.Integer(),
  steps: Type.Array(LinePoint),
  projects: Type.Array(FlowRow),
})
export type Flow = Static<typeof Flow>

const Text = Type.String({ maxLength: 100 })
const Flag = Type.String({ maxLength: 10 })
const asked = Type.Partial(
  Type.Object({
    date_filter: Text,
    /** Comma separated. */
    project_ids: Type.String({ maxLength: 40_000 }),
    epic: Flag,
    tab: Text,
    type: Text,
    x_axis: Text,
    y_axis: Text,
    group_by: Text,
  }),
)
export type WorkspaceAnalyticsQuery = Static<typeof asked>

const askedInProject = Type.Partial(
  Type.Object({ ...asked.properties, cycle_id: Id, module_id: Id }),
)
export type ProjectAnalyticsQuery = Static<typeof askedInProject>

const workspace = '/api/workspaces/:slug/'
const project = `${workspace}projects/:project_id/` as const

export const analyticsApi = {
  totals: endpoint(workspaceMembers, `GET ${workspace}advance-analytics/`, {
    query: asked,
    200: WorkspaceTotals,
  }),
  stats: endpoint(workspaceMembers, `GET ${workspace}advance-analytics-stats/`, {
    query: asked,
    200: Type.Array(ProjectRow),
  }),
  charts: endpoint(workspaceMembers, `GET ${workspace}advance-analytics-charts/`, {
    query: asked,
    200: AnyChart,
  }),
  flow: endpoint(workspaceMembers, `GET ${workspace}advance-analytics-flow/`, {
    query: asked,
    200: Flow,
  }),
  projectTotals: endpoint(projectMembers, `GET ${project}advance-analytics/`, {
    query: askedInProject,
    200: ItemTotals,
  }),
  projectStats: endpoint(projectMembers, `GET ${project}advance-analytics-stats/`, {
    query: askedInProject,
    200: Type.Array(AssigneeRow),
  }),
  projectCharts: endpoint(projectMembers, `GET ${project}advance-analytics-charts/`, {
    query: askedInProject,
    200: Chart,
  }),
  projectFlow: endpoint(projectMembers, `GET ${project}advance-analytics-flow/`, {
    query: askedInProject,
    200: Flow,
  }),
}

/** The axes of the older calls; segments are the same. */
export const dimensions = [
  ...(['state_id', 'state__group', 'labels__id', 'assignees__id'] as const),
  ...(['estimate_point__value', 'issue_cycle__cycle_id', 'issue_module__module_id'] as const),
  ...(['priority', 'start_date', 'target_date', 'created_at', 'completed_at'] as const),
]
export type Dimension = (typeof dimensions)[number]

export const measures = ['issue_count', 'estimate'] as const
export type Measure = (typeof measures)[number]

const DistributionCell = Type.Object({
  dimension: Type.String(),
  segment: Type.Optional(Nullable(Type.String())),
  count: Type.Optional(Type.Integer()),
  estimate: Type.Optional(Nullable(Type.Number())),
})
export type DistributionCell = Static<typeof DistributionCell>

const DistributedItems = Type.Object({
  total: Type.Integer(),
  distribution: Type.Record(Type.String(), Type.Array(DistributionCell)),
})
export type DistributedItems = Static<typeof DistributedItems>

const stateDetail = Type.Object({
  state_id: Id,
  state__name: Type.String(),
  state__color: Type.String(),
})
const labelDetail = Type.Object({
  labels__id: Id,
  labels__color: Type.String(),
  labels__name: Type.String(),
})
const assigneeDetail = Type.Object({
  assignees__avatar_url: Nullable(Type.String()),
  assignees__display_name: Type.String(),
  assignees__first_name: Type.String(),
  assignees__last_name: Type.String(),
  assignees__id: Id,
})
const cycleDetail = Type.Object({
  issue_cycle__cycle_id: Id,
  issue_cycle__cycle__name: Type.String(),
})
const moduleDetail = Type.Object({
  issue_module__module_id: Id,
  issue_module__module__name: Type.String(),
})

/** `{}` unless an axis or the segment speaks of them. */
const orNothing = <T extends Parameters<typeof Type.Array>[0]>(row: T) =>
  Type.Unsafe<Static<T>[] | Record<string, never>>({
    anyOf: [Type.Array(row), Type.Object({})],
  })

const Extras = Type.Object({
  state_details: orNothing(stateDetail),
  assignee_details: orNothing(assigneeDetail),
  label_details: orNothing(labelDetail),
  cycle_details: orNothing(cycleDetail),
  module_details: orNothing(moduleDetail),
})
export type AnalyticsExtras = Static<typeof Extras>

const GroupSum = Type.Object({ state_group: Type.String(), state_count: Type.Integer() })
const author = {
  created_by__first_name: Type.String(),
  created_by__last_name: Type.String(),
  created_by__display_name: Type.String(),
  created_by__id: Id,
  created_by__avatar_url: Nullable(Type.String()),
}
const AuthorSum = Type.Object({ ...author, count: Type.Integer() })
const AssigneeSum = Type.Object({ ...assigneeDetail.properties, count: Type.Integer() })

export const DefaultAnalytics = Type.Object({
  total_issues: Type.Integer(),
  total_issues_classified: Type.Array(GroupSum),
  open_issues: Type.Integer(),
  open_issues_classified: Type.Array(GroupSum),
  issue_completed_month_wise: Type.Array(
    Type.Object({ month: Type.Integer(), count: Type.Integer() }),
  ),
  most_issue_created_user: Type.Array(AuthorSum),
  most_issue_closed_user: Type.Array(AssigneeSum),
  pending_issue_user: Type.Array(AssigneeSum),
  open_estimate_sum: Nullable(Type.Number()),
  total_estimate_sum: Nullable(Type.Number()),
})
export type DefaultAnalytics = Static<typeof DefaultAnalytics>

/** A chart's definition, kept for the whole workspace. */
export const AnalyticView = Type.Object({
  id: Id,
  ...audit,
  workspace: Id,
  name: Type.String(),
  description: Type.String(),
  /** The filters of `query_dict`, as the lists read them. */
  query: Json,
  query_dict: Json,
})
export type AnalyticView = Static<typeof AnalyticView>

const ViewName = Type.String({ minLength: 1, maxLength: 255 })

export const AnalyticViewPatch = Type.Partial(
  Type.Object({
    name: ViewName,
    description: Type.String({ maxLength: 10_000 }),
    query_dict: Json,
  }),
)
export type AnalyticViewPatch = Static<typeof AnalyticViewPatch>

export const NewAnalyticView = Type.Object({ ...AnalyticViewPatch.properties, name: ViewName })
export type NewAnalyticView = Static<typeof NewAnalyticView>

const segmented = Type.Partial(Type.Object({ x_axis: Text, y_axis: Text, segment: Text }))
const filtered = Type.Object({ ...WorkItemListQuery.properties, ...segmented.properties })

const saved = `${workspace}analytic-view/` as const
const oneSaved = `${saved}:id/` as const

export const olderAnalyticsApi = {
  chart: endpoint(workspaceMembers, `GET ${workspace}analytics/`, {
    query: filtered,
    200: Type.Object({ ...DistributedItems.properties, extras: Extras }),
  }),
  summary: endpoint(workspaceMembers, `GET ${workspace}default-analytics/`, {
    query: WorkItemListQuery,
    200: DefaultAnalytics,
  }),
  listSaved: endpoint(workspaceMembers, `GET ${saved}`, { 200: Type.Array(AnalyticView) }),
  createSaved: endpoint(workspaceMembers, `POST ${saved}`, {
    body: NewAnalyticView,
    201: AnalyticView,
  }),
  getSaved: endpoint(workspaceMembers, `GET ${oneSaved}`, { 200: AnalyticView }),
  changeSaved: endpoint(workspaceMembers, `PATCH ${oneSaved}`, {
    body: AnalyticViewPatch,
    200: AnalyticView,
  }),
  removeSaved: endpoint(workspaceMembers, `DELETE ${oneSaved}`, { 204: Type.Null() }),
  runSaved: endpoint(workspaceMembers, `GET ${workspace}saved-analytic-view/:id/`, {
    query: Type.Partial(Type.Object({ segment: Text })),
    200: DistributedItems,
  }),
  /** The response contains the address; the file is sent by mail. */
  export: endpoint(workspaceMembers, `POST ${workspace}export-analytics/`, {
    body: Json,
    200: Type.Object({ message: Type.String() }),
  }),
}
