import { asksForValues } from './condition.ts'
import { conditionsOf } from './conditions.ts'
import type { Dialect } from './dialect.ts'
import { columnOf, filterOn, isTextGroup, linkOf } from './groups.ts'
import { asksForGroup, type Filters, type GroupKey, type ListQuery } from './list-query.ts'
import { orderOf } from './orders.ts'
import { and, or, raw, type Sql, sql } from './sql.ts'

/** The scope of a list, and what the caller may see of it. */
export interface ListSource {
  dialect: Dialect
  /** Context and rights: AND-ed with every filter. */
  base: Sql
  /** The same for counts, if it finds all items at once instead of one by one. */
  countBase?: Sql
  /** Filters included in the base: of labels, users and modules only the groups in them appear. */
  own?: Filters
  /** The columns of a row, for the item `i`. */
  columns: Sql
  /** Only the items: enough for counts by anything but the state group. */
  itemsOnly?: Sql
  /**
   * The condition that a row `p` belongs to the scope of the list: a state, a label, a membership.
   */
  scope?: Sql
  /** The only project of the list: values of properties are in order within one. */
  project_id?: string
}

/** Where items are read from, and their conditions. */
export interface AccessPath {
  dialect: Dialect
  where: Sql
}

/** One grouping, ready to be joined: the source of its value and its condition. */
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
  key: GroupKey,
  alias: string,
): Grouping {
  const link = linkOf(key)
  if (!link) return { value: columnOf(dialect, key) ?? raw('null'), join: raw(''), conditions: [] }
  const { table, item, value } = dialect.linkTable(link, alias)
  const type = isTextGroup(key) ? 'text' : 'id'
  const conditions = [own, filters].flatMap((some) => {
    const wanted = filterOn(key, some)
    if (!wanted) return []
    const named = wanted.ids.length > 0 ? [dialect.isOneOf(value, wanted.ids, type)] : []
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

/** Whether values of properties decide what is in the list. */
export const dependsOnValues = ({ own = {} }: Pick<ListSource, 'own'>, { filters }: ListQuery) =>
  asksForValues(filters) || asksForValues(own)

/** The list, for reading all of its items. */
function findingAll(place: ListSource, query: ListQuery): ListSource {
  const base = place.countBase ?? place.base
  const { dialect, itemsOnly, project_id } = place
  const finding =
    itemsOnly && dependsOnValues(place, query) ? dialect.finding?.(project_id) : undefined
  return { ...place, base, dialect: { ...dialect, ...finding } }
}

/** The ids of all items that match. */
export function allIds(place: ListSource, query: ListQuery): Sql {
  const all = findingAll(place, query)
  return sql`select i.id from ${counted(all, query, [])} where ${whereOf(all, query)}`
}

function counted(
  { dialect, itemsOnly }: ListSource,
  { filters }: ListQuery,
  keys: readonly GroupKey[],
): Sql {
  const needsGroup = asksForGroup(filters) || keys.includes('state__group')
  return needsGroup || !itemsOnly ? dialect.from : itemsOnly
}

const COUNT = raw('count(*)')

/** `measure` is what is summed over the items; by default their count. */
export function total(place: ListSource, query: ListQuery, measure = COUNT): Sql {
  const all = findingAll(place, query)
  return sql`select ${measure} as total from ${counted(all, query, [])} where ${whereOf(all, query)}`
}

export function groupTotals(
  place: ListSource,
  query: ListQuery,
  key: GroupKey,
  measure = COUNT,
): Sql {
  const all = findingAll(place, query)
  const { value, join, conditions } = groupingOf(all, query, key, 'g')
  const where = and([whereOf(all, query), ...conditions])
  return sql`select ${value} as group_id, ${measure} as total from ${counted(all, query, [key])}${join}
    where ${where} group by ${value}`
}

export function pairTotals(
  place: ListSource,
  query: ListQuery,
  keys: readonly [GroupKey, GroupKey],
  measure = COUNT,
): Sql {
  const all = findingAll(place, query)
  const [group, sub] = [groupingOf(all, query, keys[0], 'g'), groupingOf(all, query, keys[1], 'h')]
  const where = and([whereOf(all, query), ...group.conditions, ...sub.conditions])
  return sql`select ${group.value} as group_id, ${sub.value} as sub_group_id, ${measure} as total
    from ${counted(all, query, keys)}${group.join}${sub.join} where ${where}
    group by ${group.value}, ${sub.value}`
}

/** By project and day of an event, in the caller's zone. Days without any are left out. */
export function dayTotals(
  place: ListSource,
  query: ListQuery,
  column: 'created_at' | 'completed_at',
  timezone: string,
  measure = COUNT,
): Sql {
  const all = findingAll(place, query)
  const { columns } = all.dialect
  // Grouped by dates, and formatted afterwards: texts are slower to create and compare.
  return sql`select to_char(day, 'YYYY-MM-DD') as day, project_id, total from (
    select (${columns[column]} at time zone ${timezone}::text)::date as day,
      ${columns.project_id} as project_id, ${measure} as total
    from ${counted(all, query, [])} where ${whereOf(all, query)} group by 1, 2
  ) days`
}
