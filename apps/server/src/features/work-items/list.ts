import { dayInZone } from '@cairn/calendar'
import { PageNotValid, type WorkItem } from '@cairn/contract'
import {
  answerList,
  type CountKey,
  countByDay,
  countList,
  type Filters,
  type ListAnswer,
  type ListQuery,
  type ListSource,
  type Params,
  pageByParts,
  QueryNotValid,
  raw,
  readListQuery,
  type Source,
  type Sql,
  slicesByLateral,
  sumList,
} from '@cairn/work-item-query'
import type { Person } from '#kernel/auth/member.ts'
import { runStatement } from '#kernel/database/run-statement.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { dialectFor, type Reader } from '#product/child-count-queries.ts'
import { pickFields } from './chosen-fields.ts'
import { listColumns, pointsOfItems } from './queries.ts'
import { reportUnreadable } from './unreadable-dates.ts'

/** Which items a list is of, and what it knows beforehand. */
export interface Context extends Pick<Source, 'groupsOf' | 'cachedTotals' | 'cachedPairs'> {
  base: Sql
  /** The same with epics, for questions that speak of them. */
  withEpics?: Sql
  /** The filters the base stands for, where it stands for some. */
  own?: Filters
  /** The same, said so that all of them are looked up: for counting. */
  countBase?: Sql
  /** Whether the base itself does: it can then not be counted without the states. */
  asksForGroup?: boolean
  defaultOrder?: string
  /** Where the states, labels and people of these items are to be found. */
  scope?: Sql
  /** What is read of each, and the words it is asked for with. */
  rows: Pick<ListSource, 'dialect' | 'columns' | 'itemsOnly'>
}

/** The last of a repeated key holds. */
export const readParams = (query: Record<string, unknown>): Params =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [
      key,
      String(Array.isArray(value) ? (value.at(-1) ?? '') : value),
    ]),
  )

/** The reader's own day: where they are, it may be tomorrow already. */
export function todayOf({ user_timezone }: Person): string {
  const minute = Math.floor(Date.now() / MINUTE)
  const known = days.get(user_timezone)
  if (known?.minute === minute) return known.day
  const day = dayInZone(minute * MINUTE, user_timezone)
  days.set(user_timezone, { minute, day })
  return day
}

/** A day begins with a minute everywhere; to ask the calendar is slow. */
const MINUTE = 60_000
const days = new Map<string, { minute: number; day: string }>()

function readQuery(caller: Person, params: Params, defaultOrder?: string) {
  const { user_timezone: timezone } = caller
  const today = todayOf(caller)
  try {
    return readListQuery(params, {
      ...{ today, timezone, onUnreadable: reportUnreadable },
      ...(defaultOrder && { defaultOrder }),
    })
  } catch (error) {
    if (error instanceof QueryNotValid) throw badRequest(error.body)
    throw error instanceof PageNotValid ? badRequest({ detail: error.message }) : error
  }
}

/**
 * Rows hold what the statement names and nothing else. Told apart by their schema, rows, groups and
 * groups of groups would each be checked to the last field before one is written.
 */
export const rawJson = { serializerCompiler: () => (page: unknown) => JSON.stringify(page) }

/** Items as this reader is told of them. */
export const itemsFor = (reader: Reader): Required<Context>['rows'] => ({
  dialect: dialectFor(reader),
  columns: listColumns(reader),
  itemsOnly: raw('work_items i'),
})

function sourceOf(
  db: Db,
  { base, own, countBase, scope, asksForGroup, defaultOrder, rows, ...known }: Context,
): Source {
  const { itemsOnly, ...joined } = rows
  return {
    place: {
      ...joined,
      base,
      ...(itemsOnly && !asksForGroup && { itemsOnly }),
      ...(own && { own }),
      ...(countBase && { countBase }),
      ...(scope && { scope }),
    },
    slices: slicesByLateral,
    page: pageByParts,
    run: (statement) => runStatement(db, statement),
    ...known,
  }
}

/** One page of a context's items, where what is asked for was read already. */
export const answerItems = <Row = WorkItem>(db: Db, query: ListQuery, context: Context) =>
  answerList<Row>(sourceOf(db, context), query)

/** Such a page without its number of all, for those who do not read on. */
export function readItems<Row = WorkItem>(db: Db, query: ListQuery, context: Context) {
  const { place, run } = sourceOf(db, context)
  return run<Row>(pageByParts(place, query))
}

/** How many items of a context there are, in all and by these keys. */
export const countItems = (
  db: Db,
  query: ListQuery,
  context: Context,
  keys: readonly [CountKey?, CountKey?],
) => countList(sourceOf(db, context), query, keys)

/** The same, for what an address asks for. */
export const countAsked = (
  db: Db,
  caller: Person,
  params: Params,
  context: Context,
  keys: readonly [CountKey?, CountKey?] = [],
) => countItems(db, readQuery(caller, params), context, keys)

/** The same of what their estimates come to, where they are numbers. */
export const sumAsked = (
  db: Db,
  caller: Person,
  params: Params,
  context: Context,
  keys: readonly [CountKey?, CountKey?] = [],
) => sumList(sourceOf(db, context), readQuery(caller, params), keys, pointsOfItems)

interface ByDay {
  column: 'created_at' | 'completed_at'
  measure: 'items' | 'points'
}

/** The same by the day on which they were made or completed. */
export const sumByDay = (
  db: Db,
  caller: Person,
  params: Params,
  context: Context,
  { column, measure }: ByDay,
) =>
  countByDay(
    sourceOf(db, context),
    readQuery(caller, params),
    column,
    caller.user_timezone,
    measure === 'points' ? pointsOfItems : undefined,
  )

/** One page of a context's items: flat, by group, or by group and sub-group. */
export async function listItems<Row = WorkItem>(
  db: Db,
  caller: Person,
  params: Params,
  context: Context,
): Promise<ListAnswer<Row>> {
  const query = readQuery(caller, params, context.defaultOrder)
  return pickFields(await answerItems<Row>(db, query, context), query, params.fields)
}
