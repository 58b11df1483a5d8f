import type { Slice } from '@cairn/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { type Order, ordered } from './ordering-queries.ts'

export interface Rows<Row> {
  rows: Row[]
  total: number
}

/** Runs the count only if the rows do not show the total. */
export async function countedRows<Row>(
  { size, page }: Slice,
  rows: Row[],
  count: () => Promise<number>,
): Promise<Rows<Row>> {
  const isLast = rows.length < size && (rows.length > 0 || page === 0)
  return { rows, total: isLast ? page * size + rows.length : await count() }
}

/** One sorted page of a query. The query selects the rows and, by its scope, who may see them. */
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
