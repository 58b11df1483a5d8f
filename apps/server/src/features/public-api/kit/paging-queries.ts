import type { Slice } from '@cairn/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { type Order, ordered } from './ordering-queries.ts'

export interface Rows<Row> {
  rows: Row[]
  total: number
}

/** Counted only where the rows themselves do not tell how many there are. */
export async function countedRows<Row>(
  { size, page }: Slice,
  rows: Row[],
  count: () => Promise<number>,
): Promise<Rows<Row>> {
  const isLast = rows.length < size && (rows.length > 0 || page === 0)
  return { rows, total: isLast ? page * size + rows.length : await count() }
}

/** One page of a query, in an order. The query names the rows and, by its scope, who may see them. */
export async function pageOf<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  order: Order,
  slice: Slice,
): Promise<Rows<Row>> {
  const { size, page } = slice
  const rows = await ordered(query, order)
    .limit(size)
    .offset(page * size)
    .execute()
  return countedRows(slice, rows, async () => {
    const counted = query.clearSelect().select(sql<number>`count(*)`.as('total'))
    const { total } = (await counted.executeTakeFirstOrThrow()) as { total: number }
    return total
  })
}
