import {
  type AnalyticsExtras,
  type Dimension,
  type DistributedItems,
  type DistributionCell,
  dimensions,
  type Measure,
  measures,
} from '@cairn/contract'
import { type Params, readFilters, requireIds } from '@cairn/work-item-query'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { readerOf, reading } from '#product/list-readers.ts'
import { axisOf, axisOfDimension } from './axis-queries.ts'
import { filteredItems, type Items } from './item-queries.ts'
import { countAll, nameAll, summarise } from './older-queries.ts'
import { type Cell, countAlong } from './queries.ts'

export interface Asked {
  x: Dimension
  y: Measure
  segment: Dimension | undefined
}

const dimensionOf = (text: unknown): Dimension | undefined =>
  // The older name of a dimension.
  dimensions.find((known) => known === (text === 'estimate_point' ? 'estimate_point__value' : text))

/** The requested axes; throws the contract's error if they are not valid. */
export function readAxes(given: Record<string, unknown>): Asked {
  const [x, y] = [dimensionOf(given.x_axis), measures.find((known) => known === given.y_axis)]
  if (!x || !y) {
    throw badRequest({
      error: 'x-axis and y-axis dimensions are required and the values should be valid',
    })
  }
  const segment = given.segment ? dimensionOf(given.segment) : undefined
  if (given.segment && (!segment || segment === x)) {
    throw badRequest({
      error: 'Both segment and x axis cannot be same and segment should be valid',
    })
  }
  return { x, y, segment }
}

const priorityOrder = ['low', 'medium', 'high', 'urgent', 'none']

const byPriority = (a: Cell, b: Cell) =>
  priorityOrder.indexOf(a.key ?? '') - priorityOrder.indexOf(b.key ?? '')

/** `2026-10` comes after `2026-9`. */
const byMonth = (a: Cell, b: Cell) => monthNumber(a.key) - monthNumber(b.key)
const monthNumber = (key: string | null) => {
  const [year = 0, month = 0] = (key ?? '').split('-').map(Number)
  return year * 12 + month
}

const isDated = (x: Dimension) =>
  x === 'start_date' || x === 'target_date' || x === 'created_at' || x === 'completed_at'

function inOrder(cells: readonly Cell[], x: Dimension): readonly Cell[] {
  if (x === 'priority') return cells.toSorted(byPriority)
  return isDated(x) ? cells.toSorted(byMonth) : cells
}

function readItems(member: Member, params: Params): Items {
  const filters = reading(() => {
    requireIds(params)
    return readFilters(params, readerOf(member))
  })
  return filteredItems(member, filters)
}

async function countCells(db: Db, items: Items, { x, y, segment }: Asked): Promise<Cell[]> {
  const cells = await countAlong(db, items, {
    x: axisOf(axisOfDimension[x], 'x', 'month'),
    group: segment && axisOf(axisOfDimension[segment], 'g', 'month'),
    metric: y === 'estimate' ? 'ESTIMATE_POINT_COUNT' : 'WORK_ITEM_COUNT',
    timezone: 'UTC',
  })
  const wanted = cells.filter(({ key, is_row }) => key !== null && is_row === !segment)
  return [...inOrder(wanted, x)]
}

function distributionOf(cells: readonly Cell[], { y, segment }: Asked) {
  const shown = cells.map(
    ({ key, group_key, value }): DistributionCell => ({
      dimension: key ?? '',
      ...(segment && { segment: group_key }),
      ...(y === 'estimate' ? { estimate: value } : { count: value ?? 0 }),
    }),
  )
  return Object.fromEntries(Map.groupBy(shown, ({ dimension }) => dimension))
}

export interface Distributed extends DistributedItems {
  cells: Cell[]
}

export async function distribute(
  db: Db,
  member: Member,
  asked: Asked,
  params: Params,
): Promise<Distributed> {
  const items = readItems(member, params)
  const cells = await countCells(db, items, asked)
  const total = await countAll(db, items)
  return { total, cells, distribution: distributionOf(cells, asked) }
}

const keysOf = (cells: readonly Cell[], pick: (cell: Cell) => string | null) => [
  ...new Set(cells.map(pick).filter((key) => key !== null)),
]

/** The names of the values on the axis and in the segments. */
export async function readDetails(db: Db, member: Member, asked: Asked, cells: readonly Cell[]) {
  const { x, segment } = asked
  const ofX = await nameAll(
    db,
    member,
    x,
    keysOf(cells, ({ key }) => key),
  )
  const ofSegment =
    segment &&
    (await nameAll(
      db,
      member,
      segment,
      keysOf(cells, ({ group_key }) => group_key),
    ))
  return new Map<Dimension, Record<string, string>[]>([
    ...(ofX ? [[x, ofX] as const] : []),
    ...(segment && ofSegment ? [[segment, ofSegment] as const] : []),
  ])
}

export async function readChart(db: Db, member: Member, params: Params) {
  const asked = readAxes(params)
  const { total, distribution, cells } = await distribute(db, member, asked, params)
  const details = await readDetails(db, member, asked, cells)
  const of = (dimension: Dimension) => details.get(dimension) ?? {}
  const extras = {
    state_details: of('state_id'),
    assignee_details: of('assignees__id'),
    label_details: of('labels__id'),
    cycle_details: of('issue_cycle__cycle_id'),
    module_details: of('issue_module__module_id'),
  } as AnalyticsExtras
  return { total, distribution, extras }
}

export const readSummary = (db: Db, member: Member, params: Params) =>
  summarise(db, readItems(member, params))
