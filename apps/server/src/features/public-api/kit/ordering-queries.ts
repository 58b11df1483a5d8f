import { lookup } from '@cairn/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { badRequest } from '#kernel/http/errors.ts'

interface Column {
  ref: string
  /** Rows without a value come last in both directions. */
  isNullable: boolean
}

/**
 * The keys a list may be sorted by, and the column of each. Only not-null ones can use an index in
 * both directions.
 */
export type Orders = Record<string, Column>

export const by = (ref: string): Column => ({ ref, isNullable: false })
export const byNullable = (ref: string): Column => ({ ref, isNullable: true })

/** `by` for each of these columns, under their own names. */
export const byEach = (of: string, names: readonly string[]): Orders =>
  Object.fromEntries(names.map((name) => [name, by(`${of}.${name}`)]))

export interface Order extends Column {
  isDescending: boolean
  /** The table whose rows are listed. */
  of: string
}

/** Reads `order_by` (`-` reverses it); keys not in the list are refused. */
export function readOrder(of: string, asked: string | undefined, usual: string, orders: Orders) {
  const text = asked || usual
  const isDescending = text.startsWith('-')
  const key = isDescending ? text.slice(1) : text
  const column = lookup(orders, key)
  if (!column) throw badRequest({ error: 'Please provide valid detail' })
  return { ...column, isDescending, of } satisfies Order
}

/** The order term alone, for queries that add their own tie-breaker. */
export function orderTerm({ ref, isNullable, isDescending }: Omit<Order, 'of'>) {
  const direction = sql`${sql.ref(ref)} ${sql.raw(isDescending ? 'desc' : 'asc')}`
  return isNullable ? sql`${direction} nulls last` : direction
}

/** Ties are sorted newest first, so that the order is always deterministic. */
export function ordered<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  order: Order,
) {
  const created = `${order.of}.created_at`
  const first = query.orderBy(orderTerm(order))
  const second = order.ref === created ? first : first.orderBy(sql`${sql.ref(created)} desc`)
  return second.orderBy(sql`${sql.ref(`${order.of}.id`)}`)
}
