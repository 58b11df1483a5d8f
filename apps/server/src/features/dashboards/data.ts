import { dayNumber, dayOfNumber, monthFirst, weekFirst } from '@cairn/calendar'
import {
  type BuiltDashboard,
  type BuiltWidget,
  type BuiltWidgetData,
  filtersOfBurndown,
  filtersOfWidget,
  type LinePoint,
  type ListFilters,
  type WidgetInterval,
  type WidgetLine,
  type WidgetQuery,
} from '@cairn/contract'
import { NONE, type Params, toParams } from '@cairn/work-item-query'
import {
  countAsked,
  listItems,
  sumAsked,
  sumByDay,
  todayOf,
  workspaceItems,
} from '#features/work-items/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { readWidget, type WidgetAddress } from './service.ts'

const nothing: BuiltWidgetData = { total: 0, groups: [], cells: [], points: [], items: [] }

/** The query for the list engine: items visible to the user, and the widget's filters. */
interface Asked {
  db: Db
  member: Member
  query: WidgetQuery
  params: Params
}

const addressOf = (filters: ListFilters): Params =>
  toParams(Object.fromEntries(Object.entries(filters).map(([key, values]) => [key, [...values]])))

type Keys = Parameters<typeof countAsked>[4]

/** Counted in the database, from precomputed counts where possible. */
const measured = ({ db, member, query, params }: Asked, keys: Keys = []) => {
  const items = workspaceItems(db, member)
  return query.measure === 'points'
    ? sumAsked(db, member, params, items, keys)
    : countAsked(db, member, params, items, keys)
}

async function readNumber(asked: Asked): Promise<BuiltWidgetData> {
  return { ...nothing, total: (await measured(asked)).total }
}

const nameOf = (id: string | null) => id ?? NONE

async function readGroups(asked: Asked): Promise<BuiltWidgetData> {
  const { group_by, sub_group_by, limit } = asked.query
  if (!group_by) return readNumber(asked)
  const columns = sub_group_by && sub_group_by !== group_by ? sub_group_by : undefined
  const { total, groups, pairs } = await measured(asked, [group_by, columns])
  const largest = groups.toSorted((a, b) => b.total - a.total).slice(0, limit)
  const shown = new Set(largest.map(({ group_id }) => group_id))
  return {
    ...{ ...nothing, total },
    groups: largest.map((group) => ({ key: nameOf(group.group_id), value: group.total })),
    cells: pairs
      .filter(({ group_id }) => shown.has(group_id))
      .map((pair) => ({
        ...{ key: nameOf(pair.group_id), sub_key: nameOf(pair.sub_group_id) },
        value: pair.total,
      })),
  }
}

const withoutColumns = (asked: Asked) =>
  readGroups({ ...asked, query: { ...asked.query, sub_group_by: null } })

async function readList({ db, member, query, params }: Asked): Promise<BuiltWidgetData> {
  const wanted = { ...params, order_by: query.order_by, per_page: String(query.limit) }
  const { results, total_count } = await listItems(db, member, wanted, workspaceItems(db, member))
  return { ...nothing, total: total_count, items: results as BuiltWidgetData['items'] }
}

/** The steps of a line, the earliest first; weeks begin on Mondays. */
export function stepsOf(interval: WidgetInterval, periods: number, today: string) {
  const now = dayNumber(today)
  const startOf = (back: number): number => {
    if (interval === 'month') return monthFirst(now, -back)
    return interval === 'week' ? weekFirst(now, 1) - 7 * back : now - back
  }
  return Array.from({ length: periods }, (_, index) => {
    const back = periods - 1 - index
    return { from: dayOfNumber(startOf(back)), to: dayOfNumber(startOf(back - 1) - 1) }
  })
}

async function readLines(asked: Asked): Promise<BuiltWidgetData> {
  const { db, member, query, params } = asked
  const steps = stepsOf(query.interval, query.periods, todayOf(member))
  const [first, last] = [steps[0], steps.at(-1)]
  const span = first && last ? `${first.from};after,${last.to};before` : ''
  const items = workspaceItems(db, member)
  const read = async (line: WidgetLine) =>
    query.lines.includes(line)
      ? sumByDay(db, member, { ...params, [`${line}_at`]: span }, items, {
          column: `${line}_at`,
          measure: query.measure,
        })
      : []
  const [created, completed] = await Promise.all([read('created'), read('completed')])
  const sum = (
    days: Awaited<ReturnType<typeof read>>,
    { from, to }: Pick<LinePoint, 'from' | 'to'>,
  ) => days.reduce((all, { day, total }) => (day >= from && day <= to ? all + total : all), 0)
  const points = steps.map((step) => ({
    ...step,
    ...{ created: sum(created, step), completed: sum(completed, step) },
  }))
  const of = query.lines[0] ?? 'created'
  return { ...nothing, points, total: points.reduce((all, point) => all + point[of], 0) }
}

/** How much of a cycle is left; the chart itself comes from the cycle. */
async function readBurndown(asked: Asked, base: ListFilters): Promise<BuiltWidgetData> {
  const { cycle_id } = asked.query
  if (!cycle_id) return nothing
  return readNumber({ ...asked, params: addressOf(filtersOfBurndown(base, cycle_id)) })
}

function dataOf(
  db: Db,
  member: Member,
  dashboard: BuiltDashboard,
  { kind, query }: BuiltWidget,
): Promise<BuiltWidgetData> {
  const base = filtersOfWidget(dashboard, query)
  const asked: Asked = { db, member, query, params: addressOf(base) }
  if (kind === 'number') return readNumber(asked)
  if (kind === 'list') return readList(asked)
  if (kind === 'line') return readLines(asked)
  if (kind === 'burndown') return readBurndown(asked, filtersOfWidget(dashboard, { filters: {} }))
  return kind === 'table' ? readGroups(asked) : withoutColumns(asked)
}

/** A widget's data as visible to this user. */
export async function readWidgetData(db: Db, member: Member, address: WidgetAddress) {
  const { dashboard, widget } = await readWidget(db, member, address)
  return dataOf(db, member, dashboard, widget)
}
