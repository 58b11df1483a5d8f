import { conditionsOf } from './conditions.ts'
import type { Dialect } from './dialect.ts'
import { columnOf, filterOn, linkOf } from './groups.ts'
import type { CountKey, Filters, ListQuery } from './list-query.ts'
import { orderOf } from './orders.ts'
import { and, or, raw, type Sql, sql } from './sql.ts'

/** Where a list is read, and what of it the reader may see. */
export interface ListSource {
  dialect: Dialect
  /** Context and rights: AND-ed with every filter. */
  base: Sql
  /** The same, where that finds all of them at once instead of one after the other. */
  countBase?: Sql
  /** What the base filters by: of labels, people and modules only the groups it names appear. */
  own?: Filters
  /** What a row shows, of the item `i`. */
  columns: Sql
  /** The items alone: enough to count them by anything but their state's group. */
  itemsOnly?: Sql
  /** Says of a row `p` that it belongs to where the list is read: a state, a label, a membership. */
  scope?: Sql
}

/** Where items are met, and what they must meet. */
export interface AccessPath {
  dialect: Dialect
  where: Sql
}

/** One grouping, ready to be joined: where its value comes from and what it must be. */
export interface Grouping {
  value: Sql
  join: Sql
  conditions: Sql[]
}

export const whereOf = ({ dialect, base }: ListSource, { filters }: ListQuery): Sql =>
  and([base, ...conditionsOf(dialect, filters)])

export function groupingOf(
  { dialect, own = {} }: ListSource,
  { filters }: ListQuery,
  key: CountKey,
  alias: string,
): Grouping {
  const link = linkOf(key)
  if (!link) return { value: columnOf(dialect, key) ?? raw('null'), join: raw(''), conditions: [] }
  const { table, item, value } = dialect.linkTable(link, alias)
  const conditions = [own, filters].flatMap((some) => {
    const wanted = filterOn(key, some)
    if (!wanted) return []
    const named = wanted.ids.length > 0 ? [dialect.isOneOf(value, wanted.ids, 'id')] : []
    return [or(wanted.none ? [...named, sql`${value} is null`] : named)]
  })
  return {
    value,
    join: sql` left join ${table} on ${item} = ${dialect.columns.id}`,
    conditions,
  }
}

export const flatPage = (place: ListSource, query: ListQuery): Sql => {
  const { dialect, columns } = place
  const { size, page } = query.slice
  return sql`select ${columns} from ${dialect.from} where ${whereOf(place, query)}
    order by ${orderOf(dialect, query.order)} limit ${size} offset ${page * size}`
}

const whereCounted = (place: ListSource, query: ListQuery): Sql =>
  whereOf({ ...place, base: place.countBase ?? place.base }, query)

function counted(
  { dialect, itemsOnly }: ListSource,
  { filters }: ListQuery,
  keys: readonly CountKey[],
): Sql {
  const asksForGroup = filters.state_group || filters.type_groups || keys.includes('state__group')
  return asksForGroup || !itemsOnly ? dialect.from : itemsOnly
}

const COUNT = raw('count(*)')

/** `measure` says what of the items is added up; how many there are without. */
export const total = (place: ListSource, query: ListQuery, measure = COUNT): Sql =>
  sql`select ${measure} as total from ${counted(place, query, [])} where ${whereCounted(place, query)}`

export function groupTotals(
  place: ListSource,
  query: ListQuery,
  key: CountKey,
  measure = COUNT,
): Sql {
  const { value, join, conditions } = groupingOf(place, query, key, 'g')
  const where = and([whereCounted(place, query), ...conditions])
  return sql`select ${value} as group_id, ${measure} as total from ${counted(place, query, [key])}${join}
    where ${where} group by ${value}`
}

export function pairTotals(
  place: ListSource,
  query: ListQuery,
  keys: readonly [CountKey, CountKey],
  measure = COUNT,
): Sql {
  const [group, sub] = [
    groupingOf(place, query, keys[0], 'g'),
    groupingOf(place, query, keys[1], 'h'),
  ]
  const where = and([whereCounted(place, query), ...group.conditions, ...sub.conditions])
  return sql`select ${group.value} as group_id, ${sub.value} as sub_group_id, ${measure} as total
    from ${counted(place, query, keys)}${group.join}${sub.join} where ${where}
    group by ${group.value}, ${sub.value}`
}

/** By the day on which something happened, where the reader is. Days without anything are left out. */
export function dayTotals(
  place: ListSource,
  query: ListQuery,
  column: 'created_at' | 'completed_at',
  timezone: string,
  measure = COUNT,
): Sql {
  const day = sql`to_char(${place.dialect.columns[column]} at time zone ${timezone}::text, 'YYYY-MM-DD')`
  return sql`select ${day} as day, ${measure} as total from ${counted(place, query, [])}
    where ${whereCounted(place, query)} group by 1`
}
