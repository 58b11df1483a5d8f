import { type ListQuery, type Order, priorities } from './list-query.ts'
import { orderOf } from './orders.ts'
import { countParts, parentsOf } from './postgres-parts.ts'
import { join, raw, type Sql, sql } from './sql.ts'
import { flatPage, type Place, whereOf } from './statements.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Some of a list's items, and how they are ordered among themselves. */
interface Part {
  condition: Sql
  order: Sql
}

const nullable = ['completed_at', 'start_date', 'target_date'] as const
const isNullable = (key: Order['key']): key is (typeof nullable)[number] =>
  nullable.some((one) => one === key)

const newestOf = ({ columns }: Vocabulary) => sql`${columns.created_at} desc, ${columns.id} desc`

/** Orders no index holds as a whole, cut so that one holds each part. */
function partsOf(words: Vocabulary, { key, descending }: Order): Part[] | undefined {
  const { columns } = words
  const newest = newestOf(words)
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
    // The column orders nothing here, but without it the index is not seen to hold this order.
    { condition: sql`${column} is null`, order: sql`${column}, ${newest}` },
  ]
}

const newestIn = ({ words }: Place, conditions: readonly Sql[], most: number) =>
  sql`select ${words.columns.id}, ${words.columns.created_at} from ${words.from}
    where ${join(conditions, ' and ')} order by ${newestOf(words)} limit ${most}`

/**
 * The parents in order, and of each the newest: as many as could be needed, and no further parent once
 * there are enough. What has no parent comes last and is read only where the others are too few.
 */
function firstByParents(place: Place, where: Sql, { key, descending }: Order, most: number) {
  const parents = place.within && parentsOf(key, place.within)
  if (!parents) return undefined
  const { table, ways, isLarge, none } = parents
  const direction = raw(descending ? 'desc' : 'asc')
  const ofParent = ways.map((belongs) => sql`(${newestIn(place, [where, belongs], most)})`)
  // In order beforehand: then no parent is read that is not needed.
  const firsts = sql`select p.id from (${table} order by rank ${direction}) v
    cross join lateral (select ${isLarge ?? raw('true')} as is_large offset 0) size
    cross join lateral (${join(ofParent, ' union all ')}) p
    order by v.rank ${direction}, p.created_at desc, p.id desc limit ${most}`
  if (!none) return firsts
  const tooFew = sql`(select count(*) from firsts) < ${most}`
  return sql`with firsts as materialized (${firsts})
    select id from firsts union all
    select p.id from (${newestIn(place, [where, none, tooFew], most)}) p`
}

/** Whatever could be on the page, read through indexes; undefined where one index holds the order. */
function candidatesOf(place: Place, where: Sql, order: Order, most: number): Sql | undefined {
  const { words } = place
  const parts = partsOf(words, order)?.map(
    (part) => sql`(select ${words.columns.id} from ${words.from}
      where ${where} and ${part.condition} order by ${part.order} limit ${most})`,
  )
  if (parts) return join(parts, ' union all ')
  return (
    firstByParents(place, where, order, most) ??
    (place.within && countParts({ words, where, order, most, newest: newestOf(words) }))
  )
}

/**
 * The ids of a page where PostgreSQL would sort all there is to show it: each part is read through its
 * index and stops after as many rows as the page could need of it; only those are sorted.
 */
export function idsByParts(place: Place, where: Sql, { order, slice }: ListQuery): Sql | undefined {
  const { words } = place
  const { id } = words.columns
  const candidates = candidatesOf(place, where, order, (slice.page + 1) * slice.size)
  return (
    candidates &&
    sql`select ${id} from ${words.from} where ${id} in (${candidates})
      order by ${orderOf(words, order)} limit ${slice.size} offset ${slice.page * slice.size}`
  )
}

/** A flat page by parts. Only what is shown is put together, not the rows of all the pages before. */
export function pageByParts(place: Place, query: ListQuery): Sql {
  const { words, columns } = place
  const { id } = words.columns
  const { size, page } = query.slice
  const where = whereOf(place, query)
  const ids = idsByParts(place, where, query)
  if (!ids && page === 0) return flatPage(place, query)

  const order = orderOf(words, query.order)
  const shown =
    ids ??
    sql`select ${id} from ${words.from} where ${where}
      order by ${order} limit ${size} offset ${page * size}`
  return sql`select ${columns} from ${words.from} where ${id} in (${shown}) order by ${order}`
}
