import { lookup } from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'

const columns: Record<string, RawBuilder<unknown>> = {
  created_at: sql`p.created_at`,
  updated_at: sql`p.updated_at`,
  name: sql`p.name`,
  identifier: sql`p.identifier`,
  network: sql`p.network`,
  sort_order: sql`m.sort_order`,
}

/** Unknown values give the default order. */
export function orderOf(order_by = ''): RawBuilder<unknown> {
  const column = lookup(columns, order_by.replace(/^-/, ''))
  if (!column) return sql`p.created_at desc nulls last`
  return order_by.startsWith('-') ? sql`${column} desc nulls last` : sql`${column} nulls last`
}
