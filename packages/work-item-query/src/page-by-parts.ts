import { isPropertyField, propertyField } from '@cairn/contract'
import type { Dialect, Link } from './dialect.ts'
import { type Filters, type ListQuery, type Order, priorities } from './list-query.ts'
import { orderOf } from './orders.ts'
import { byValues, countParts, isSortedByLinks, parentsOf, throughLinks } from './postgres-parts.ts'
import { choicesIn } from './property-choice.ts'
import { and, join, raw, type Sql, sql } from './sql.ts'
import { type AccessPath, allIds, type ListSource, whereOf } from './statements.ts'

/** A subset of a list's items, and its order. */
interface Part {
  condition: Sql
  order: Sql
}

const nullable = ['completed_at', 'start_date', 'target_date'] as const
const isNullable = (key: Order['key']): key is (typeof nullable)[number] =>
  nullable.some((one) => one === key)

const newestOf = ({ columns }: Dialect) => sql`${columns.created_at} desc, ${columns.id} desc`

/** Orders without an index as a whole, split into parts that each have one. */
function partsOf(dialect: Dialect, { key, descending }: Order): Part[] | undefined {
  const { columns } = dialect
  const newest = newestOf(dialect)
  if (key === 'priority') {
    return priorities.map((priority) => ({
      condition: sql`${columns.priority} = ${priority}`,
      order: newest,
    }))
  }
  if (!descending || !isNullable(key)) return undefined
  const column = columns[key]
  return [
    { condition: sql`${column} is not null`, order: sql`${column} desc, ${newest}` },
    // The column is constant here, but without it PostgreSQL does not match the order with the
    // index.
    { condition: sql`${column} is null`, order: sql`${column}, ${newest}` },
  ]
}

const newestIn = ({ dialect, where }: AccessPath, most: number) =>
  sql`select ${dialect.columns.id} as id, ${dialect.columns.created_at} as created_at
    from ${dialect.from} where ${where} order by ${newestOf(dialect)} limit ${most}`

/**
 * The parents in order, and the newest items of each: as many as could be needed, and no further
 * parent once there are enough. Items without a parent come last and are read only if the others
 * are too few.
 */
function firstByParents(place: ListSource, where: Sql, { key, descending }: Order, most: number) {
  const { dialect, scope } = place
  const parents = scope && parentsOf(place, key, scope)
  if (!parents) return undefined
  const { table, way, none } = parents
  const direction = raw(descending ? 'desc' : 'asc')
  const ofParent = { ...way, where: sql`${where} and ${way.where}` }
  // Sorted first, so that no unneeded parent is read.
  const firsts = sql`select p.id from (${table} order by rank ${direction}) v
    cross join lateral (${newestIn(ofParent, most)}) p
    order by v.rank ${direction}, p.created_at desc, p.id desc limit ${most}`
  if (!none) return firsts
  const tooFew = sql`(select count(*) from firsts) < ${most}`
  return sql`with firsts as materialized (${firsts})
    select id from firsts union all
    select p.id from (${newestIn({ dialect, where: and([where, none, tooFew]) }, most)}) p`
}

/** All candidates for the page, read through indexes; undefined if one index has the order. */
function candidatesOf(place: ListSource, where: Sql, order: Order, most: number): Sql | undefined {
  const { dialect } = place
  const parts = partsOf(dialect, order)?.map(
    (part) => sql`(select ${dialect.columns.id} from ${dialect.from}
      where ${where} and ${part.condition} order by ${part.order} limit ${most})`,
  )
  if (parts) return join(parts, ' union all ')
  return (
    firstByParents(place, where, order, most) ??
    (place.scope && byValues(place, where, order, most)) ??
    (place.scope && countParts({ dialect, where, order, most, newest: newestOf(dialect) }))
  )
}

/**
 * The ids of a page for which PostgreSQL would sort all items: each part is read through its index
 * and stops after as many rows as the page could need; only those are sorted.
 */
export function idsByParts(
  place: ListSource,
  where: Sql,
  { order, slice }: ListQuery,
): Sql | undefined {
  const { dialect } = place
  const { id } = dialect.columns
  const candidates = candidatesOf(place, where, order, (slice.page + 1) * slice.size)
  return (
    candidates &&
    sql`select ${id} from ${dialect.from} where ${id} in (${candidates})
      order by ${orderOf(dialect, order)} limit ${slice.size} offset ${slice.page * slice.size}`
  )
}

/** A page of an access path that returns items in order. */
const pageOnWay = (
  { dialect, where }: AccessPath,
  columns: Sql,
  { order, slice }: ListQuery,
): Sql =>
  sql`select ${columns} from ${dialect.from} where ${where}
    order by ${orderOf(dialect, order)} limit ${slice.size} offset ${slice.page * slice.size}`

export const idsOnWay = (way: AccessPath, query: ListQuery): Sql =>
  pageOnWay(way, way.dialect.columns.id, query)

const filtersOf: readonly (readonly [Link, 'assignees' | 'labels' | 'module'])[] = [
  ['assignees', 'assignees'],
  ['labels', 'labels'],
  ['modules', 'module'],
]

interface LinkFilter {
  link: Link
  id: Sql
  rest: Filters
}

/** The filters that a single linked object or value meets. */
function linkFilters(filters: Filters): LinkFilter[] {
  const links = filtersOf.flatMap(([link, filter]) => {
    const { [filter]: wanted, ...rest } = filters
    const [only, ...others] = wanted?.ids ?? []
    return only && others.length === 0 && !wanted?.none
      ? [{ link, id: sql`${only}::uuid`, rest }]
      : []
  })
  const values = choicesIn(filters).flatMap(({ choice, rest }) => {
    const { values, none, isNegated } = choice
    const [only, ...others] = values
    if (!only || others.length > 0 || none || isNegated) return []
    const id = choice.kind === 'boolean' ? sql`${only}::text` : sql`${only}::uuid`
    return [{ link: propertyField(choice), id, rest }]
  })
  return [...links, ...values]
}

/** For lists filtered by a user, a label, a module, or a value of a property. */
function wayThroughLinks(place: ListSource, query: ListQuery): AccessPath | undefined {
  if (!place.scope) return undefined
  // Values are in order within one project only.
  const found = linkFilters(query.filters).find(
    ({ link }) =>
      isSortedByLinks(query.order, link) && (!isPropertyField(link) || place.project_id),
  )
  if (!found) return undefined
  const { dialect, where } = throughLinks(place, found.link, found.id)
  return { dialect, where: and([where, whereOf(place, { ...query, filters: found.rest })]) }
}

/** So many are found and sorted; of more, enough are met soon in the order of the list. */
const FOUND_LIMIT = 2_000

/** A flat page by parts. Full rows are built only for this page, not for those before it. */
export function pageByParts(place: ListSource, query: ListQuery, total?: number): Sql {
  const { dialect, columns } = place
  const { id } = dialect.columns
  const linked = wayThroughLinks(place, query)
  const isFound = !linked && total !== undefined && total <= FOUND_LIMIT
  const where = isFound ? sql`${id} = any(array(${allIds(place, query)}))` : whereOf(place, query)
  const way = linked ?? { dialect, where }
  const parts = linked || isFound ? undefined : idsByParts(place, where, query)
  if (!parts && query.slice.page === 0) return pageOnWay(way, columns, query)
  return sql`select ${columns} from ${dialect.from}
    where ${id} in (${parts ?? idsOnWay(way, query)})
    order by ${orderOf(dialect, query.order)}`
}
