import type { WorkItem } from '@cairn/contract'
import {
  answerList,
  countByDay,
  countList,
  type Filters,
  type GroupKey,
  type ListAnswer,
  type ListQuery,
  type ListSource,
  listRows,
  type Params,
  pageByParts,
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
import { dialectFor, type Reader } from '#product/child-count-queries.ts'
import { readerOf, reading } from '#product/list-readers.ts'
import { pickFields } from './chosen-fields.ts'
import { listColumns, pointsOfItems } from './queries.ts'
import { reportUnreadable } from './unreadable-dates.ts'

/** The items of a list, and what is cached about them. */
export interface Context extends Pick<Source, 'groupsOf' | 'cachedTotals' | 'cachedPairs'> {
  /** How the first rows of each group are read, if there are few in total. */
  slices?: Source['slices']
  base: Sql
  /** The same with epics, for queries that include them. */
  withEpics?: Sql
  /** The filters the base is built from, if any. */
  own?: Filters
  /** The same, written so that all rows are looked up: for counting. */
  countBase?: Sql
  /** Whether the base filters by state group: then it cannot be counted without the states. */
  asksForGroup?: boolean
  defaultOrder?: string
  /** Where the states, labels and users of these items are found. */
  scope?: Sql
  /** The only project of these items. */
  project_id?: string
  /** The columns of each row, and the query dialect. */
  rows: Pick<ListSource, 'dialect' | 'columns' | 'itemsOnly'>
}

/** The last value of a repeated key is used. */
export const readParams = (query: Record<string, unknown>): Params =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [
      key,
      String(Array.isArray(value) ? (value.at(-1) ?? '') : value),
    ]),
  )

const readQuery = (caller: Person, params: Params, defaultOrder?: string) =>
  reading(() =>
    readListQuery(params, {
      ...{ ...readerOf(caller), onUnreadable: reportUnreadable },
      ...(defaultOrder && { defaultOrder }),
    }),
  )

/**
 * Rows contain only selected columns. With a schema, rows, groups and nested groups would each be
 * matched field by field before one is serialized.
 */
export const rawJson = { serializerCompiler: () => (page: unknown) => JSON.stringify(page) }

/** Columns and dialect of items for this reader. */
export const itemsFor = (reader: Reader): Required<Context>['rows'] => ({
  dialect: dialectFor(reader),
  columns: listColumns(reader),
  itemsOnly: raw('work_items i'),
})

function sourceOf(
  db: Db,
  { base, own, countBase, scope, project_id, asksForGroup, defaultOrder, rows, ...known }: Context,
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
      ...(project_id && { project_id }),
    },
    slices: slicesByLateral,
    page: pageByParts,
    run: (statement) => runStatement(db, statement),
    ...known,
  }
}

/** One page of a context's items, for a parsed query. */
export const answerItems = <Row = WorkItem>(db: Db, query: ListQuery, context: Context) =>
  answerList<Row>(sourceOf(db, context), query)

/** Such a page without the total, for callers that read no further pages. */
export const readItems = <Row = WorkItem>(db: Db, query: ListQuery, context: Context) =>
  listRows<Row>(sourceOf(db, context), query)

/** How many items a context has, in total and by these keys. */
export const countItems = (
  db: Db,
  query: ListQuery,
  context: Context,
  keys: readonly [GroupKey?, GroupKey?],
) => countList(sourceOf(db, context), query, keys)

/** The same for query parameters. */
export const countAsked = (
  db: Db,
  caller: Person,
  params: Params,
  context: Context,
  keys: readonly [GroupKey?, GroupKey?] = [],
) => countItems(db, readQuery(caller, params), context, keys)

/** The same for the sum of their estimates, if they are numbers. */
export const sumAsked = (
  db: Db,
  caller: Person,
  params: Params,
  context: Context,
  keys: readonly [GroupKey?, GroupKey?] = [],
) => sumList(sourceOf(db, context), readQuery(caller, params), keys, pointsOfItems)

interface ByDay {
  column: 'created_at' | 'completed_at'
  measure: 'items' | 'points'
}

/** The same by the day on which they were created or completed. */
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
