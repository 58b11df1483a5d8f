import type { WeekDay } from '@cairn/calendar'
import {
  type Dashboard,
  type DashboardDataQuery,
  type DashboardWidget,
  type DashboardWidgetPatch,
  dashboardWidgets,
  type HomeSummary,
  type SummaryKey,
  summaryFilters,
} from '@cairn/contract'
import { countAsked, todayOf, workspaceItems } from '#features/work-items/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { addressOf, readerOf } from './data.ts'
import {
  findChoices,
  findDashboard,
  findHomeDashboard,
  findWeekStart,
  findWidget,
  insertHomeDashboard,
  listWidgets,
  updateWidget,
} from './queries.ts'

type StoredWidget = Awaited<ReturnType<typeof listWidgets>>[number]

const shown = ({ id, key, is_visible, filters }: StoredWidget): DashboardWidget => ({
  ...{ id, key, is_visible },
  widget_filters: filters ?? dashboardWidgets[key],
})

async function openHome(db: Db, user_id: string): Promise<Dashboard> {
  const known = await findHomeDashboard(db, user_id)
  if (known) return known
  return db.transaction().execute(async (tx) => {
    await insertHomeDashboard(tx, user_id)
    return (await findHomeDashboard(tx, user_id)) as Dashboard
  })
}

export async function readHome(db: Db, user_id: string, type: string | undefined) {
  if (type !== 'home') throw badRequest({ error: 'Please specify a valid dashboard type' })
  const dashboard = await openHome(db, user_id)
  return { dashboard, widgets: (await listWidgets(db, dashboard)).map(shown) }
}

export async function readDashboard(db: Db, user_id: string, id: string): Promise<Dashboard> {
  const dashboard = await findDashboard(db, user_id, id)
  if (!dashboard) throw notFound({ error: 'Dashboard not found' })
  return dashboard
}

/** The database allows no other value. */
const weekStartOf = (chosen: { start_of_the_week: number | null } | undefined) =>
  (chosen?.start_of_the_week ?? 0) as WeekDay

export async function readData(db: Db, member: Member, id: string, query: DashboardDataQuery) {
  const { key, read } = readerOf(query)
  const saved = await findChoices(db, member.user_id, id, key)
  if (!saved) throw notFound({ error: 'Dashboard not found' })
  const now = { today: todayOf(member), weekStart: weekStartOf(saved) }
  return read(db, member, { query, filters: saved.filters ?? dashboardWidgets[key], now })
}

/** One response for the four numbers on the home page; each counts what its list would show. */
export async function readSummary(db: Db, member: Member): Promise<HomeSummary> {
  const weekStart = weekStartOf(await findWeekStart(db, member.user_id))
  const wanted = summaryFilters(member.user_id, { today: todayOf(member), weekStart })
  const items = workspaceItems(db, member)
  const count = async (key: SummaryKey) =>
    (await countAsked(db, member, addressOf(wanted[key]), items)).total
  const [assigned, due_this_week, overdue, completed_lately] = await Promise.all([
    count('assigned'),
    count('due_this_week'),
    count('overdue'),
    count('completed_lately'),
  ])
  return { assigned, due_this_week, overdue, completed_lately }
}

export interface WidgetAddress {
  id: string
  widget_id: string
}

async function openWidget(db: Db, user_id: string, { id, widget_id }: WidgetAddress) {
  const widget = await findWidget(db, await readDashboard(db, user_id, id), widget_id)
  if (!widget) throw notFound({ error: 'Widget not found' })
  return widget
}

export const readWidget = async (db: Db, user_id: string, address: WidgetAddress) =>
  shown(await openWidget(db, user_id, address))

export async function changeWidget(
  db: Db,
  user_id: string,
  address: WidgetAddress,
  { filters, ...rest }: DashboardWidgetPatch,
) {
  const { id } = await openWidget(db, user_id, address)
  const change = { ...rest, ...(filters && { filters: JSON.stringify(filters) }) }
  if (Object.keys(change).length > 0) await updateWidget(db, id, change)
  return { message: 'successfully updated' }
}
