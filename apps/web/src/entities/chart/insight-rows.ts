import { type Chart, type ChartAxis, lookup, priorities, stateGroups } from '@cairn/contract'

export interface InsightRow {
  key: string
  name: string
  count: number
  /** By the key of the group. */
  cells: Readonly<Record<string, number>>
}

export interface InsightGroup {
  key: string
  name: string
}

/** The label of a value on an axis, given the server's name for it. */
export type NameOf = (axis: ChartAxis, key: string, name: string) => string

export const NONE = 'none'

const isNone = (key: string) => key.toLowerCase() === NONE

const orders: Partial<Record<ChartAxis, readonly string[]>> = {
  PRIORITY: priorities,
  STATE_GROUPS: stateGroups,
}

export const isDated = (axis: ChartAxis) => axis.endsWith('_DATE') || axis.endsWith('_AT')

type Keyed = { key: string }

/** Fixed values in their own order, dates and points ascending; rows without a value come last. */
function inOrder<Row extends Keyed>(rows: readonly Row[], axis: ChartAxis): Row[] {
  const order = orders[axis]
  if (order) return rows.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
  const byKey = (a: Row, b: Row) => {
    if (isNone(a.key) !== isNone(b.key)) return isNone(a.key) ? 1 : -1
    if (axis === 'ESTIMATE_POINTS') return a.key.localeCompare(b.key, 'en', { numeric: true })
    return isDated(axis) ? (a.key < b.key ? -1 : 1) : 0
  }
  return rows.toSorted(byKey)
}

/** A chart response as rows and groups with readable names. */
export function readInsight(
  { data, schema }: Chart,
  x: ChartAxis,
  group: ChartAxis | null,
  nameOf: NameOf,
): { rows: InsightRow[]; groups: InsightGroup[] } {
  const groups = group
    ? Object.entries(schema).map(([key, name]) => ({ key, name: nameOf(group, key, name) }))
    : []
  const rows = data.map(({ key, name, count, ...cells }) => ({
    ...{ key, count, name: nameOf(x, key, name) },
    cells: Object.fromEntries(groups.map((one) => [one.key, Number(lookup(cells, one.key) ?? 0)])),
  }))
  return { rows: inOrder(rows, x), groups: group ? inOrder(groups, group) : [] }
}

export interface Series {
  key: string
  name: string
  colour: string
  /** The groups it adds up. */
  of: readonly string[]
}

const MAX_SERIES = 8

/** More than eight are hard to distinguish: the smallest are summed up to one. */
export function seriesOf(
  rows: readonly InsightRow[],
  groups: readonly InsightGroup[],
  colourOf: (key: string, index: number) => string,
  others: string,
): Series[] {
  const sum = ({ key }: InsightGroup) =>
    rows.reduce((total, row) => total + (lookup(row.cells, key) ?? 0), 0)
  const isFolded = groups.length > MAX_SERIES
  const bySize = groups.toSorted((a, b) => sum(b) - sum(a))
  const shownSeries = new Set(isFolded ? bySize.slice(0, MAX_SERIES - 1) : groups)
  const series = groups
    .filter((one) => shownSeries.has(one))
    .map((one, index) => ({ ...one, colour: colourOf(one.key, index), of: [one.key] }))
  const rest = groups.filter((one) => !shownSeries.has(one)).map(({ key }) => key)
  if (rest.length === 0) return series
  return [...series, { key: 'others', name: others, colour: 'var(--ink-disabled)', of: rest }]
}
