import { isPropertyField } from '@cairn/contract'
import { columnOf, linkOf } from './groups.ts'
import type { GroupKey, ListQuery, OrderKey } from './list-query.ts'
import { orderOf } from './orders.ts'
import { idsByParts, idsOnWay } from './page-by-parts.ts'
import { isLarge, isSortedByLinks, throughLinks, waysThrough } from './postgres-parts.ts'
import { propertyOf, valueColumn } from './property-keys.ts'
import type { Cell, Slices } from './slices.ts'
import { and, join, raw, type Sql, sql } from './sql.ts'
import { type AccessPath, type ListSource, whereOf } from './statements.ts'

const types: Partial<Record<GroupKey, string>> = {
  priority: 'text',
  state__group: 'text',
  target_date: 'date',
  start_date: 'date',
}

/** Groups by properties are compared as their text, except for ids. */
const typeOfGroup = (key: GroupKey): string =>
  isPropertyField(key) && valueColumn(propertyOf(key).kind) !== 'ref_id'
    ? 'text'
    : (types[key] ?? 'uuid')

/** Whether the item is in the group `key` of the row `w`, or, with `none`, in no group. */
function belongs({ dialect }: ListSource, key: GroupKey, wanted: Sql, none: boolean): Sql {
  const link = linkOf(key)
  if (link && none) return dialect.hasNone(link)
  if (link) {
    const { table, item, value } = dialect.linkTable(link, 'l')
    const has = sql`select from ${table} where ${item} = ${dialect.columns.id}`
    return none ? sql`not exists (${has})` : sql`exists (${has} and ${value} = ${wanted})`
  }
  const column = columnOf(dialect, key) ?? raw('null')
  return none ? sql`${column} is null` : sql`${column} = ${wanted}`
}

/** Like `belongs`, for each access path to a group's items; no item is on two of them. */
function waysInto(
  place: ListSource,
  { order }: ListQuery,
  key: GroupKey,
  none: boolean,
): AccessPath[] {
  const { dialect, scope } = place
  const link = none ? undefined : linkOf(key)
  if (link && scope && isSortedByLinks(order, link)) {
    return [throughLinks(place, link, raw('w.g'))]
  }
  const conditions = link
    ? waysThrough(link, 'w.g', 'w.is_large')
    : [belongs(place, key, raw('w.g'), none)]
  return conditions.map((where) => ({ dialect, where }))
}

/** The orders for which an index exists within each group. */
const inOrder: Partial<Record<OrderKey, readonly GroupKey[]>> = {
  created_at: [
    ...(['state_id', 'priority', 'created_by', 'cycle_id', 'project_id'] as const),
    ...(['target_date', 'start_date', 'type_id'] as const),
  ],
  sort_order: ['state_id', 'cycle_id', 'project_id'],
}

/**
 * Whether a group has fewer items than a scan of the list would read before the group's slice is
 * full. For the rarest groups that scan would read the whole list.
 */
function isRare({ order, slice }: ListQuery, key: GroupKey, cells: readonly Cell[]) {
  const all = cells.reduce((sum, { total }) => sum + total, 0)
  const needed = (slice.page + 1) * slice.size
  const isConstant = inOrder[order.key]?.includes(key)
  return ({ group_id, total }: Cell) =>
    !linkOf(key) && !(isConstant && group_id !== null) && total ** 2 < needed * all
}

/**
 * All items of a group, to be sorted. As an array, because the planner would otherwise scan the
 * list.
 */
const whole = ({ dialect, where }: AccessPath): Sql =>
  sql`${dialect.columns.id} = any(array(
    select ${dialect.columns.id} from ${dialect.from} where ${where}))`

/** The slice of rows the access paths lead to. */
function stretchOf(
  place: ListSource,
  query: ListQuery,
  ways: readonly AccessPath[],
  rare: boolean,
): Sql {
  const { dialect } = place
  const order = orderOf(dialect, query.order)
  const met = ways.map((way) => {
    const belonging = and([whereOf(place, query), way.where])
    const where = rare ? whole({ ...way, where: belonging }) : belonging
    const isUsual = way.dialect === dialect
    return { ...way, where, ids: isUsual ? idsByParts(place, where, query) : undefined }
  })
  const [only, ...others] = met
  if (only?.dialect === dialect && !only.ids && others.length === 0) {
    const { size, page } = query.slice
    return sql`where ${only.where} order by ${order} limit ${size} offset ${page * size}`
  }
  const ids = met.map((way) => sql`(${way.ids ?? idsOnWay(way, query)})`)
  return sql`where ${dialect.columns.id} in (${join(ids, ' union all ')}) order by ${order}`
}

/**
 * Reads each group through its own index and stops after its slice, where numbering would read the
 * whole project. Groups with and without a value are queried separately: "is null or equal" cannot
 * use an index.
 */
export const slicesByLateral: Slices = (place, query, keys, cells) => {
  const { dialect, columns } = place
  const [key, subKey] = keys
  const typeOf = (of: GroupKey) => raw(typeOfGroup(of))

  const part = (some: readonly Cell[], rare: boolean): Sql => {
    const none = some[0]?.group_id === null
    const subNone = some[0]?.sub_group_id === null
    const ids = some.map(({ group_id }) => group_id ?? '').filter(Boolean)
    const subIds = some.map(({ sub_group_id }) => sub_group_id ?? '').filter(Boolean)
    const sub = subKey ? [belongs(place, subKey, raw('w.h'), subNone)] : []
    const ways = waysInto(place, query, key, none).map((way) => ({
      ...way,
      where: and([way.where, ...sub]),
    }))
    const wanted = [
      ...(ids.length > 0 ? [sql`unnest(${ids}::${typeOf(key)}[]) as g`] : [raw('null as g')]),
      ...(subKey && subIds.length > 0
        ? [sql`unnest(${subIds}::${typeOf(subKey)}[]) as h`]
        : [raw('null as h')]),
    ]
    const link = ways.length > 1 ? linkOf(key) : undefined
    const large = link ? sql`, ${isLarge(link, 'u.g')} as is_large` : raw('')
    return sql`select w.g::text as group_id, w.h::text as sub_group_id, p.*
      from (select u.*${large} from (select ${join(wanted, ', ')}) u offset 0) w cross join lateral (
        select ${columns} from ${dialect.from} ${stretchOf(place, query, ways, rare)}
      ) p`
  }

  const rare = isRare(query, key, cells)
  const kinds = Map.groupBy(cells, (cell) =>
    [cell.group_id === null, cell.sub_group_id === null, rare(cell)].join(),
  )
  const parts = [...kinds.values()].map((some) => part(some, some.every(rare)))
  return join(parts, ' union all ')
}
