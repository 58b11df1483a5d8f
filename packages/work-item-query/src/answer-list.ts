import { type Page, toPage } from '@cairn/contract'
import { filterOn, fixedGroups, isShared } from './groups.ts'
import { type GroupKey, type ListQuery, NONE } from './list-query.ts'
import type { Cell, Slices } from './slices.ts'
import type { Sql } from './sql.ts'
import {
  dayTotals,
  dependsOnValues,
  flatPage,
  groupTotals,
  type ListSource,
  pairTotals,
  total,
} from './statements.ts'

export interface Group<Row> {
  results: Row[]
  total_results: number
}

export interface GroupOfGroups<Row> {
  results: Record<string, Group<Row>>
  total_results: number
}

export type ListAnswer<Row> = Page<
  Row[] | Record<string, Group<Row>> | Record<string, GroupOfGroups<Row>>
>

export interface GroupTotal {
  group_id: string | null
  total: number
}

export interface PairTotal extends GroupTotal {
  sub_group_id: string | null
}

/** A row of a grouped page before it is put into its group. */
type Placed<Row> = Row & { group_id: string | null; sub_group_id: string | null; place?: number }

export interface Source {
  place: ListSource
  slices: Slices
  /**
   * An alternative query for a flat page, if it is faster in this database. The total is known if
   * values of properties decide.
   */
  page?: (place: ListSource, query: ListQuery, total?: number) => Sql
  run: <Row>(statement: Sql) => Promise<Row[]>
  /** Groups to list even if empty: the project's states, its cycles, the caller's projects. */
  groupsOf: (key: GroupKey) => Promise<readonly string[]>
  /** Totals from cached counts, where they can answer; a list should not count a project. */
  cachedTotals?: (query: ListQuery, key: GroupKey | null) => Promise<GroupTotal[] | undefined>
  cachedPairs?: (query: ListQuery, keys: [GroupKey, GroupKey]) => Promise<PairTotal[] | undefined>
}

const nameOf = (id: string | null | undefined) => id ?? NONE

async function countAll({ place, run, cachedTotals }: Source, query: ListQuery): Promise<number> {
  const known = await cachedTotals?.(query, null)
  if (known) return known.reduce((sum, group) => sum + group.total, 0)
  const [row] = await run<{ total: number }>(total(place, query))
  return row?.total ?? 0
}

const countPairs = async (
  { place, run, cachedPairs }: Source,
  query: ListQuery,
  [group, sub]: readonly [GroupKey, GroupKey],
) => {
  const known = await cachedPairs?.(query, [group, sub])
  return known ?? run<PairTotal>(pairTotals(place, query, [group, sub]))
}

const countGroups = async (
  { place, run, cachedTotals }: Source,
  query: ListQuery,
  key: GroupKey,
) => {
  const known = await cachedTotals?.(query, key)
  return known ?? run<GroupTotal>(groupTotals(place, query, key))
}

/** Groups shown even if empty; if the key is filtered too, only those in the filter. */
async function listedGroups({ groupsOf }: Source, { filters }: ListQuery, key: GroupKey) {
  const ids = fixedGroups[key] ?? (await groupsOf(key))
  const wanted = filterOn(key, filters)
  const listed = wanted ? ids.filter((id) => wanted.ids.includes(id)) : [...ids]
  const none = key === 'cycle_id' && (!wanted || wanted.none)
  return none ? [...listed, NONE] : listed
}

/** The total, where it decides how a page is found: how many have these values of properties? */
const neededTotal = async (source: Source, query: ListQuery) =>
  dependsOnValues(source.place, query) ? countAll(source, query) : undefined

const readPage = <Row>({ place, page = flatPage, run }: Source, query: ListQuery, total?: number) =>
  run<Row>(page(place, query, total))

async function answerFlat<Row>(source: Source, query: ListQuery): Promise<ListAnswer<Row>> {
  const known = await neededTotal(source, query)
  const [results, sum] = await Promise.all([
    readPage<Row>(source, query, known),
    known ?? countAll(source, query),
  ])
  return toPage(query.slice, { results, count: results.length, total: sum })
}

/** The rows of a flat page without the total, for callers that read no further pages. */
export const listRows = async <Row>(source: Source, query: ListQuery): Promise<Row[]> =>
  readPage<Row>(source, query, await neededTotal(source, query))

/** The row itself, without its group and position. */
function rowOf<Row>({ group_id, sub_group_id, place, ...row }: Placed<Row>): Row {
  return row as unknown as Row
}

const readSlices = async <Row>(
  { place, slices, run }: Source,
  query: ListQuery,
  keys: readonly [GroupKey, GroupKey?],
  cells: readonly Cell[],
): Promise<Placed<Row>[]> =>
  cells.length > 0 ? run<Placed<Row>>(slices(place, query, keys, cells)) : []

const longestOf = (totals: readonly GroupTotal[]) =>
  totals.reduce((most, group) => Math.max(most, group.total), 0)

/** Items in several groups are counted once, so only disjoint groups may be added up. */
const countDistinct = async (
  source: Source,
  query: ListQuery,
  key: GroupKey,
  totals: GroupTotal[],
) => (isShared(key) ? countAll(source, query) : totals.reduce((sum, group) => sum + group.total, 0))

const occupied = <Total extends GroupTotal>(totals: readonly Total[]) =>
  totals.filter((group) => group.total > 0)

async function answerGrouped<Row>(
  source: Source,
  query: ListQuery,
  key: GroupKey,
): Promise<ListAnswer<Row>> {
  const [totals, listed] = await Promise.all([
    countGroups(source, query, key).then(occupied),
    listedGroups(source, query, key),
  ])
  const [rows, sum] = await Promise.all([
    readSlices<Row>(source, query, [key], totals),
    countDistinct(source, query, key, totals),
  ])
  const groups = new Map<string, Group<Row>>()
  if (sum > 0) for (const id of listed) groups.set(id, { results: [], total_results: 0 })
  for (const group of totals) {
    groups.set(nameOf(group.group_id), { results: [], total_results: group.total })
  }
  for (const row of rows) groups.get(nameOf(row.group_id))?.results.push(rowOf(row))
  return toPage(query.slice, {
    results: Object.fromEntries(groups),
    count: rows.length,
    total: sum,
    longest: longestOf(totals),
    grouped_by: key,
  })
}

async function answerSubGrouped<Row>(
  source: Source,
  query: ListQuery,
  keys: [GroupKey, GroupKey],
): Promise<ListAnswer<Row>> {
  const [pairs, totals, listed] = await Promise.all([
    countPairs(source, query, keys).then(occupied),
    countGroups(source, query, keys[0]).then(occupied),
    listedGroups(source, query, keys[0]),
  ])
  const [rows, sum] = await Promise.all([
    readSlices<Row>(source, query, keys, pairs),
    countDistinct(source, query, keys[0], totals),
  ])
  interface Part {
    inner: Map<string, Group<Row>>
    total: number
  }
  const groups = new Map<string, Part>()
  if (sum > 0) for (const id of listed) groups.set(id, { inner: new Map(), total: 0 })
  for (const { group_id, total } of totals) {
    groups.set(nameOf(group_id), { inner: new Map(), total })
  }
  for (const { group_id, sub_group_id, total } of pairs) {
    const group = groups.get(nameOf(group_id))
    group?.inner.set(nameOf(sub_group_id), { results: [], total_results: total })
  }
  for (const row of rows) {
    const group = groups.get(nameOf(row.group_id))
    group?.inner.get(nameOf(row.sub_group_id))?.results.push(rowOf(row))
  }
  const shown = [...groups].map(([id, { inner, total }]): [string, GroupOfGroups<Row>] => [
    id,
    { results: Object.fromEntries(inner), total_results: total },
  ])
  return toPage(query.slice, {
    results: Object.fromEntries(shown),
    count: rows.length,
    total: sum,
    longest: longestOf(pairs),
    grouped_by: keys[0],
    sub_grouped_by: keys[1],
  })
}

export interface ListCounts {
  total: number
  groups: GroupTotal[]
  pairs: PairTotal[]
}

/** The totals of a list, overall and by groups and sub-groups, without reading its rows. */
export async function countList(
  source: Source,
  query: ListQuery,
  [group, sub]: readonly [GroupKey?, GroupKey?],
): Promise<ListCounts> {
  const [sum, groups, pairs] = await Promise.all([
    countAll(source, query),
    group ? countGroups(source, query, group).then(occupied) : [],
    group && sub ? countPairs(source, query, [group, sub]).then(occupied) : [],
  ])
  return { total: sum, groups, pairs }
}

/** The same for the sum of a measure, which has no cached counts. */
export async function sumList(
  { place, run }: Pick<Source, 'place' | 'run'>,
  query: ListQuery,
  [group, sub]: readonly [GroupKey?, GroupKey?],
  measure: Sql,
): Promise<ListCounts> {
  const [[sum], groups, pairs] = await Promise.all([
    run<{ total: number }>(total(place, query, measure)),
    group ? run<GroupTotal>(groupTotals(place, query, group, measure)).then(occupied) : [],
    group && sub
      ? run<PairTotal>(pairTotals(place, query, [group, sub], measure)).then(occupied)
      : [],
  ])
  return { total: sum?.total ?? 0, groups, pairs }
}

export interface DayTotal {
  day: string
  project_id: string
  total: number
}

/** The count per project and day of creation or completion, in the caller's time zone. */
export const countByDay = (
  { place, run }: Pick<Source, 'place' | 'run'>,
  query: ListQuery,
  column: 'created_at' | 'completed_at',
  timezone: string,
  measure?: Sql,
): Promise<DayTotal[]> => run<DayTotal>(dayTotals(place, query, column, timezone, measure))

/** The response to a list query, from any database that has the items. */
export function answerList<Row>(source: Source, query: ListQuery): Promise<ListAnswer<Row>> {
  const { group, subGroup } = query
  if (!group) return answerFlat(source, query)
  if (!subGroup) return answerGrouped(source, query, group)
  return answerSubGrouped(source, query, [group, subGroup])
}
