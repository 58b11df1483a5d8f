import { type Page, type PageSizes, type Slice, toPage } from '@cairn/contract'
import type { ListQuery } from '@cairn/contract/v1'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { type Order, ordered } from './ordering.ts'
import { present } from './shaping.ts'

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

/** A page as it is answered: `read` reads the rows of a slice, `fields` and `expand` shape them. */
export async function answerPage<Row extends object>(
  db: Db,
  reader: Member,
  query: ListQuery,
  read: (slice: Slice) => Promise<Rows<Row>>,
  sizes?: PageSizes,
): Promise<Page<Row[]>> {
  const slice = sliceOf(query, sizes)
  const { rows, total } = await read(slice)
  const results = await present(db, reader, query, rows)
  return toPage(slice, { results, count: results.length, total })
}
