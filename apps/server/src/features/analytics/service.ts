import {
  type Chart,
  type ChartAxis,
  type ChartMetric,
  chartAxes,
  chartMetrics,
  type DaySpan,
  type Flow,
  type FlowHistory,
  filtersOfScope,
  type ItemTotals,
  type KindCount,
  type ProjectAnalyticsQuery,
  parseIds,
  type StateGroup,
  type Total,
  type WorkspaceAnalyticsQuery,
  type WorkspaceTotals,
} from '@cairn/contract'
import { todayOf } from '#features/work-items/service.ts'
import type { Member, Person, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { axisOf } from './axis-queries.ts'
import { chartOf, courseOf, NOTHING } from './charts.ts'
import { type Counted, countedOf, countWhole, readCourse, readFlow, type Wanted } from './flow.ts'
import { groupsAsStates, type ItemsQuery, readHistory, readHistoryItems } from './history.ts'
import { listFlowStates } from './history-queries.ts'
import {
  createdIn,
  type Items,
  itemsAcross,
  itemsOfProject,
  type ProjectScope,
  type WorkspaceScope,
  withAll,
} from './item-queries.ts'
import { readDays, readPeriod } from './period.ts'
import {
  countAlong,
  countByAssignee,
  countByGroup,
  countByProject,
  countDays,
  countKinds,
  countOverview,
  findFirstDay,
  findPlannedDays,
  listPointValues,
  type Plan,
} from './queries.ts'

function readIds(text: string): string[] {
  const ids = parseIds(text.split(',').filter((id) => id !== '' && id !== 'null'))
  if (!ids) throw badRequest({ error: 'Please provide valid detail' })
  return ids
}

/** No choice means everything. */
function readScope({ project_ids = '', epic }: WorkspaceAnalyticsQuery): WorkspaceScope {
  const ids = readIds(project_ids)
  return { ...(ids.length > 0 && { project_ids: ids }), epic: epic === 'true' }
}

const readProjectScope = ({ cycle_id, module_id, epic }: ProjectAnalyticsQuery): ProjectScope => ({
  ...{ cycle_id, module_id, epic: epic === 'true' },
})

const invalidType = () => badRequest({ message: 'Invalid type' })

const none: Total = { count: 0, filter_count: 0 }

async function totalsOf(
  db: Db,
  me: Person,
  items: Items,
  date_filter: string | undefined,
): Promise<ItemTotals> {
  const rows = await countByGroup(db, items, readPeriod(date_filter, me))
  const of = (group: StateGroup): Total => {
    const row = rows.find((one) => one.group === group)
    return row ? { count: row.count, filter_count: row.filter_count } : none
  }
  const sum = (pick: (total: Total) => number) => rows.reduce((all, row) => all + pick(row), 0)
  return {
    total_work_items: {
      count: sum(({ count }) => count),
      filter_count: sum(({ filter_count }) => filter_count),
    },
    started_work_items: of('started'),
    backlog_work_items: of('backlog'),
    un_started_work_items: of('unstarted'),
    completed_work_items: of('completed'),
  }
}

export async function readTotals(
  db: Db,
  member: Member,
  query: WorkspaceAnalyticsQuery,
): Promise<WorkspaceTotals> {
  const { tab = 'overview', date_filter } = query
  const scope = readScope(query)
  if (tab === 'work-items') return totalsOf(db, member, itemsAcross(member, scope), date_filter)
  if (tab !== 'overview') throw badRequest({ message: 'Invalid tab' })
  const period = readPeriod(date_filter, member)
  // Without a period, all items are counted beforehand.
  const isWhole = !period && !scope.epic
  const [rows, items] = await Promise.all([
    countOverview(db, member, scope, period, { withItems: !isWhole }),
    isWhole ? countWhole(countedIn(db, member, query)) : undefined,
  ])
  return {
    ...Object.fromEntries(rows.map(({ key, ...total }) => [key, total])),
    ...(items && { total_work_items: items }),
  }
}

export const readProjectTotals = (db: Db, member: ProjectMember, query: ProjectAnalyticsQuery) =>
  totalsOf(db, member, itemsOfProject(member, readProjectScope(query)), query.date_filter)

export async function readStats(db: Db, member: Member, query: WorkspaceAnalyticsQuery) {
  if (query.type !== 'work-items') throw invalidType()
  return countByProject(db, member, readScope(query), readPeriod(query.date_filter, member))
}

export async function readProjectStats(
  db: Db,
  member: ProjectMember,
  query: ProjectAnalyticsQuery,
) {
  if (query.type !== 'work-items') throw invalidType()
  const items = itemsOfProject(member, readProjectScope(query))
  const made = createdIn(readPeriod(query.date_filter, member))
  return countByAssignee(db, withAll([items, made]))
}

const findAxis = (text: string): ChartAxis | undefined => chartAxes.find((axis) => axis === text)

function readAxis(name: 'x_axis' | 'group_by', text: string): ChartAxis {
  const axis = findAxis(text)
  if (!axis) throw badRequest([`Invalid ${name} field: ${text}`])
  return axis
}

const readMetric = (text: string | undefined): ChartMetric =>
  chartMetrics.find((metric) => metric === text) ?? 'WORK_ITEM_COUNT'

interface Drawn {
  items: Items
  /** Where estimate points are looked up. */
  scope: WorkspaceScope
}

/** The points of the estimate values in a chart, if it has any. */
async function readPoints(db: Db, member: Member, scope: WorkspaceScope, chart: Chart) {
  const shown = new Set([...chart.data.map(({ key }) => key), ...Object.keys(chart.schema)])
  const rows = await listPointValues(db, member, scope)
  const known = Map.groupBy(
    rows.filter(({ value }) => shown.has(value)),
    ({ value }) => value,
  )
  return Object.fromEntries(
    [...known].map(([value, points]) => [value, points.map(({ id }) => id)]),
  )
}

async function drawChart(
  db: Db,
  member: Member,
  { items, scope }: Drawn,
  query: WorkspaceAnalyticsQuery,
): Promise<Chart> {
  const along = readAxis('x_axis', query.x_axis ?? 'PRIORITY')
  const by = query.group_by ? readAxis('group_by', query.group_by) : undefined
  const made = withAll([items, createdIn(readPeriod(query.date_filter, member))])
  const cells = await countAlong(db, made, {
    ...{ x: axisOf(along, 'x'), group: by && axisOf(by, 'g'), metric: readMetric(query.y_axis) },
    timezone: member.user_timezone,
  })
  const chart = chartOf(cells, by !== undefined)
  if (along !== 'ESTIMATE_POINTS' && by !== 'ESTIMATE_POINTS') return chart
  return { ...chart, points: await readPoints(db, member, scope, chart) }
}

const countedIn = (db: Db, member: Member, query: ProjectAnalyticsQuery): Counted => {
  const { epic = false, project_ids = [] } = readScope(query)
  const { cycle_id, module_id } = query
  return countedOf(db, member, filtersOfScope({ project_ids, cycle_id, module_id }), { epic })
}

const inOne = (member: ProjectMember, query: ProjectAnalyticsQuery) => ({
  ...{ ...query, project_ids: member.project_id },
})

/** A period, or everything since the workspace or the project began. */
async function readWanted(
  db: Db,
  member: Member,
  date_filter: string | undefined,
  project_id?: string,
): Promise<Wanted> {
  const days = readDays(date_filter, member)
  if (!days) return { began: await findFirstDay(db, member, project_id) }
  const { previous, ...span } = days
  return { span, previous }
}

async function drawCourse(counted: Counted, wanted: Wanted): Promise<Chart> {
  const steps = await readCourse(counted, wanted)
  const rows = steps.map(({ from: key, created, completed }) => ({ key, created, completed }))
  return courseOf(rows, ({ created }) => created)
}

export async function readCharts(
  db: Db,
  member: Member,
  query: WorkspaceAnalyticsQuery,
): Promise<Chart | KindCount[]> {
  const { type = 'projects', date_filter } = query
  const scope = readScope(query)
  if (type === 'projects') return countKinds(db, member, scope, readPeriod(date_filter, member))
  if (type === 'custom-work-items') {
    return drawChart(db, member, { items: itemsAcross(member, scope), scope }, query)
  }
  if (type !== 'work-items') throw invalidType()
  return drawCourse(countedIn(db, member, query), await readWanted(db, member, date_filter))
}

const planOf = ({ cycle_id, module_id }: ProjectAnalyticsQuery): Plan | undefined => {
  const id = cycle_id ?? module_id
  return id ? { table: cycle_id ? 'cycles' : 'modules', id } : undefined
}

export async function readProjectCharts(
  db: Db,
  member: ProjectMember,
  query: ProjectAnalyticsQuery,
): Promise<Chart> {
  const items = itemsOfProject(member, readProjectScope(query))
  const { project_id } = member
  if (query.type === 'custom-work-items') {
    return drawChart(db, member, { items, scope: { project_ids: [project_id] } }, query)
  }
  if (query.type !== 'work-items') throw invalidType()
  const plan = planOf(query)
  if (!plan) {
    const wanted = await readWanted(db, member, query.date_filter, project_id)
    return drawCourse(countedIn(db, member, inOne(member, query)), wanted)
  }
  // By the day on which an item was added to the cycle or module.
  const days = await countDays(db, member, items, plan)
  return days.length > 0 ? courseOf(days, ({ created, completed }) => created + completed) : NOTHING
}

export const readWorkspaceFlow = async (db: Db, member: Member, query: WorkspaceAnalyticsQuery) =>
  readFlow(countedIn(db, member, query), await readWanted(db, member, query.date_filter))

/** For a project within a period; for a cycle or module within its planned dates. */
export async function readProjectFlow(
  db: Db,
  member: ProjectMember,
  query: ProjectAnalyticsQuery,
): Promise<Flow> {
  const counted = countedIn(db, member, inOne(member, query))
  return readFlow(counted, await readPlanned(db, member, query))
}

async function readPlanned(
  db: Db,
  member: ProjectMember,
  query: ProjectAnalyticsQuery,
): Promise<Wanted> {
  const plan = planOf(query)
  const span = plan && (await findPlannedDays(db, member, plan))
  return span ? { span } : readWanted(db, member, query.date_filter, member.project_id)
}

const spanOf = ({ span, began }: Wanted, member: Member): DaySpan => {
  const today = todayOf(member)
  return span ?? { from: began ?? today, to: today }
}

const acrossOf = (db: Db, member: Member, query: WorkspaceAnalyticsQuery) =>
  ({ db, member, items: itemsAcross(member, readScope(query)), by: 'group' }) as const

const withinOf = (db: Db, member: ProjectMember, query: ProjectAnalyticsQuery) =>
  ({ db, member, items: itemsOfProject(member, readProjectScope(query)), by: 'state' }) as const

export async function readWorkspaceHistory(
  db: Db,
  member: Member,
  query: WorkspaceAnalyticsQuery,
): Promise<FlowHistory> {
  const wanted = await readWanted(db, member, query.date_filter)
  return readHistory(acrossOf(db, member, query), spanOf(wanted, member), groupsAsStates)
}

/** By the project's own states. */
export async function readProjectHistory(
  db: Db,
  member: ProjectMember,
  query: ProjectAnalyticsQuery,
): Promise<FlowHistory> {
  const [wanted, states] = await Promise.all([
    readPlanned(db, member, query),
    listFlowStates(db, member),
  ])
  return readHistory(withinOf(db, member, query), spanOf(wanted, member), states)
}

export const listWorkspaceFlowItems = (db: Db, member: Member, query: ItemsQuery) =>
  readHistoryItems(acrossOf(db, member, query), query)

export const listProjectFlowItems = (
  db: Db,
  member: ProjectMember,
  query: ItemsQuery & ProjectAnalyticsQuery,
) => readHistoryItems(withinOf(db, member, query), query)
