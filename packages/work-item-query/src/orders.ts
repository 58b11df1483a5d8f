import { isPropertyField } from '@cairn/contract'
import type { Dialect } from './dialect.ts'
import type { FixedOrderKey, Order, OrderKey } from './list-query.ts'
import { propertyOf } from './property-keys.ts'
import { raw, type Sql, sql } from './sql.ts'

const sorters: Record<FixedOrderKey, (dialect: Dialect) => Sql> = {
  created_at: ({ columns }) => columns.created_at,
  updated_at: ({ columns }) => columns.updated_at,
  completed_at: ({ columns }) => columns.completed_at,
  start_date: ({ columns }) => columns.start_date,
  target_date: ({ columns }) => columns.target_date,
  sort_order: ({ sortables }) => sortables.sort_order,
  sequence_id: ({ sortables }) => sortables.sequence_id,
  name: ({ sortables }) => sortables.name,
  priority: ({ sortables }) => sortables.priority_rank,
  state__name: ({ sortables }) => sortables.state_name,
  state__group: ({ sortables }) => sortables.state_group_rank,
  labels__name: ({ firstName }) => firstName('labels'),
  assignees__first_name: ({ firstName }) => firstName('assignees'),
  issue_module__module__name: ({ firstName }) => firstName('modules'),
  issue_cycle__cycle__name: ({ sortables }) => sortables.cycle_name,
  estimate_point__key: ({ sortables }) => sortables.estimate_key,
  type__name: ({ sortables }) => sortables.type_name,
  link_count: ({ sortables }) => sortables.link_count,
  attachment_count: ({ sortables }) => sortables.attachment_count,
  sub_issues_count: ({ sortables }) => sortables.sub_issues_count,
}

/** Never null: "nulls last" would keep PostgreSQL from reading an index backwards. */
const always = new Set<OrderKey>([
  'created_at',
  'updated_at',
  'sort_order',
  'sequence_id',
  'name',
  'priority',
])

/** Rows without a value come last in both directions; ties newest first, then by id. */
export function orderOf(dialect: Dialect, { key, descending }: Order): Sql {
  const { created_at, id } = dialect.columns
  const direction = raw(descending ? 'desc' : 'asc')
  if (key === 'created_at') return sql`${created_at} ${direction}, ${id} desc`
  const last = raw(always.has(key) ? '' : ' nulls last')
  const value = isPropertyField(key) ? dialect.propertyRank(propertyOf(key)) : sorters[key](dialect)
  return sql`${value} ${direction}${last}, ${created_at} desc, ${id} desc`
}
