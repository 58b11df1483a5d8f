import {
  type Chart,
  type ChartAxis,
  type ChartMetric,
  chartAxes,
  chartMetrics,
  type ItemTotals,
  type KindCount,
  type ProjectAnalyticsQuery,
  parseIds,
  type StateGroup,
  type Total,
  type WorkspaceAnalyticsQuery,
  type WorkspaceTotals,
} from '@cairn/contract'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { axisOf } from './axis-queries.ts'
import { chartOf, courseOf, NOTHING } from './charts.ts'
import {
  createdIn,
  type Items,
  itemsAcross,
  itemsOfProject,
  type ProjectScope,
  type WorkspaceScope,
  withAll,
} from './item-queries.ts'
import { readPeriod } from './period.ts'
import {
  countAlong,
  countByAssignee,
  countByGroup,
  countByProject,
  countDays,
  countKinds,
  countMonths,
  countOverview,
  monthOfProject,
  monthOfWorkspace,
} from './queries.ts'

function readIds(text: string): string[] {
  const ids = parseIds(text.split(',').filter((id) => id !== '' && id !== 'null'))
  if (!ids) throw badRequest({ error: 'Please provide valid detail' })
  return ids
}

/** Nothing chosen is everything. */
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
  items: Items,
  date_filter: string | undefined,
): Promise<ItemTotals> {
  const rows = await countByGroup(db, items, readPeriod(date_filter))
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
  if (tab === 'work-items') return totalsOf(db, itemsAcross(member, scope), date_filter)
  if (tab !== 'overview') throw badRequest({ message: 'Invalid tab' })
  const rows = await countOverview(db, member, scope, readPeriod(date_filter))
  return Object.fromEntries(rows.map(({ key, ...total }) => [key, total]))
}

export const readProjectTotals = (db: Db, member: ProjectMember, query: ProjectAnalyticsQuery) =>
  totalsOf(db, itemsOfProject(member, readProjectScope(query)), query.date_filter)

export async function readStats(db: Db, member: Member, query: WorkspaceAnalyticsQuery) {
  if (query.type !== 'work-items') throw invalidType()
  return countByProject(db, member, readScope(query))
}

export async function readProjectStats(
  db: Db,
  member: ProjectMember,
  query: ProjectAnalyticsQuery,
) {
  if (query.type !== 'work-items') throw invalidType()
  return countByAssignee(db, itemsOfProject(member, readProjectScope(query)))
}

const findAxis = (text: string): ChartAxis | undefined => chartAxes.find((axis) => axis === text)

function readAxis(name: 'x_axis' | 'group_by', text: string): ChartAxis {
  const axis = findAxis(text)
  if (!axis) throw badRequest([`Invalid ${name} field: ${text}`])
  return axis
}

const readMetric = (text: string | undefined): ChartMetric =>
  chartMetrics.find((metric) => metric === text) ?? 'WORK_ITEM_COUNT'

async function drawChart(db: Db, items: Items, query: WorkspaceAnalyticsQuery): Promise<Chart> {
  const x = axisOf(readAxis('x_axis', query.x_axis ?? 'PRIORITY'), 'x')
  const group = query.group_by ? axisOf(readAxis('group_by', query.group_by), 'g') : undefined
  const made = withAll([items, createdIn(readPeriod(query.date_filter))])
  const cells = await countAlong(db, made, { x, group, metric: readMetric(query.y_axis) })
  return chartOf(cells, group !== undefined)
}

export async function readCharts(
  db: Db,
  member: Member,
  query: WorkspaceAnalyticsQuery,
): Promise<Chart | KindCount[]> {
  const { type = 'projects', date_filter } = query
  const scope = readScope(query)
  const period = readPeriod(date_filter)
  if (type === 'projects') return countKinds(db, member, scope, period)
  const items = itemsAcross(member, scope)
  if (type === 'custom-work-items') return drawChart(db, items, query)
  if (type !== 'work-items') throw invalidType()
  const months = await countMonths(db, items, monthOfWorkspace(member), period)
  return courseOf(months, ({ created }) => created)
}

/** By the day inside a cycle or module, by the month in the whole project. */
async function drawCourse(
  db: Db,
  member: ProjectMember,
  items: Items,
  { cycle_id, module_id, date_filter }: ProjectAnalyticsQuery,
): Promise<Chart> {
  const id = cycle_id ?? module_id
  if (!id) {
    const first = monthOfProject(member)
    const months = await countMonths(db, items, first, readPeriod(date_filter))
    return courseOf(months, ({ created }) => created)
  }
  const plan = { table: cycle_id ? 'cycles' : 'modules', id } as const
  const days = await countDays(db, member, items, plan)
  return days.length > 0 ? courseOf(days, ({ created, completed }) => created + completed) : NOTHING
}

export async function readProjectCharts(
  db: Db,
  member: ProjectMember,
  query: ProjectAnalyticsQuery,
): Promise<Chart> {
  const items = itemsOfProject(member, readProjectScope(query))
  if (query.type === 'custom-work-items') return drawChart(db, items, query)
  if (query.type !== 'work-items') throw invalidType()
  return drawCourse(db, member, items, query)
}
