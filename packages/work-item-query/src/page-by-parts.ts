import { type ListQuery, type Order, priorities } from './list-query.ts'
import { orderOf } from './orders.ts'
import { join, type Sql, sql } from './sql.ts'
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

/** Orders no index holds as a whole, cut so that one holds each part. */
function partsOf({ columns }: Vocabulary, { key, descending }: Order): Part[] | undefined {
  const newest = sql`${columns.created_at} desc, ${columns.id} desc`
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

/**
 * A flat page where PostgreSQL would sort the project to show it: each part is read through its index
 * and stops after as many rows as the page could need of it; only those are sorted. And only what is
 * shown is put together, not the rows of all the pages before.
 */
export function pageByParts(place: Place, query: ListQuery): Sql {
  const { words, columns } = place
  const { id } = words.columns
  const { size, page } = query.slice
  const parts = partsOf(words, query.order)
  if (!parts && page === 0) return flatPage(place, query)

  const where = whereOf(place, query)
  const order = orderOf(words, query.order)
  const candidates = parts?.map(
    (part) => sql`(select ${id} from ${words.from} where ${where} and ${part.condition}
      order by ${part.order} limit ${(page + 1) * size})`,
  )
  const among = candidates ? sql`${id} in (${join(candidates, ' union all ')})` : where
  return sql`select ${columns} from ${words.from} where ${id} in (
      select ${id} from ${words.from} where ${among}
      order by ${order} limit ${size} offset ${page * size}
    ) order by ${order}`
}
