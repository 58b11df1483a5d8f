import { lookup } from '@cairn/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { badRequest } from '#kernel/http/errors.ts'

interface Column {
  ref: string
  /** Rows without a value come last, either way. */
  isNullable: boolean
}

/** By which keys a list may be sorted, and the column of each. Only not-null ones can use an index both ways. */
export type Orders = Record<string, Column>

export const by = (ref: string): Column => ({ ref, isNullable: false })
export const byNullable = (ref: string): Column => ({ ref, isNullable: true })

/** `by` for each of these columns, under their own names. */
export const byEach = (of: string, names: readonly string[]): Orders =>
  Object.fromEntries(names.map((name) => [name, by(`${of}.${name}`)]))

export interface Order extends Column {
  isDescending: boolean
  /** Of the table whose rows are listed. */
  of: string
}

/** Reads `order_by` (`-` turns it round); what is not in the list is refused. */
export function readOrder(of: string, asked: string | undefined, usual: string, orders: Orders) {
  const text = asked || usual
  const isDescending = text.startsWith('-')
  const key = isDescending ? text.slice(1) : text
  const column = lookup(orders, key)
  if (!column) throw badRequest({ error: 'Please provide valid detail' })
  return { ...column, isDescending, of } satisfies Order
}

/** The order itself, where a query adds what decides among equals. */
export function orderTerm({ ref, isNullable, isDescending }: Omit<Order, 'of'>) {
  const direction = sql`${sql.ref(ref)} ${sql.raw(isDescending ? 'desc' : 'asc')}`
  return isNullable ? sql`${direction} nulls last` : direction
}

/** The newest first among equals, and never two orders of the same rows. */
export function ordered<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  order: Order,
) {
  const created = `${order.of}.created_at`
  const first = query.orderBy(orderTerm(order))
  const second = order.ref === created ? first : first.orderBy(sql`${sql.ref(created)} desc`)
  return second.orderBy(sql`${sql.ref(`${order.of}.id`)}`)
}
