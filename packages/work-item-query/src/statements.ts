import { conditionsOf } from './conditions.ts'
import { columnOf, filterOn, linkOf } from './groups.ts'
import type { CountKey, Filters, ListQuery } from './list-query.ts'
import { orderOf } from './orders.ts'
import { and, or, raw, type Sql, sql } from './sql.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Where a list is read, and what of it the reader may see. */
export interface ListSource {
  words: Vocabulary
  /** Context and rights: AND-ed with every filter. */
  base: Sql
  /** The same, where that finds all of them at once instead of one after the other. */
  found?: Sql
  /** What the base filters by: of labels, people and modules only the groups it names appear. */
  own?: Filters
  /** What a row shows, of the item `i`. */
  columns: Sql
  /** The items alone: enough to count them by anything but their state's group. */
  alone?: Sql
  /** Says of a row `p` that it belongs to where the list is read: a state, a label, a membership. */
  within?: Sql
}

/** Where items are met, and what they must meet. */
export interface Way {
  words: Vocabulary
  where: Sql
}

/** One grouping, ready to be joined: where its value comes from and what it must be. */
export interface Grouping {
  value: Sql
  join: Sql
  conditions: Sql[]
}

export const whereOf = ({ words, base }: ListSource, { filters }: ListQuery): Sql =>
  and([base, ...conditionsOf(words, filters)])

export function groupingOf(
  { words, own = {} }: ListSource,
  { filters }: ListQuery,
  key: CountKey,
  alias: string,
): Grouping {
  const link = linkOf(key)
  if (!link) return { value: columnOf(words, key) ?? raw('null'), join: raw(''), conditions: [] }
  const { table, item, value } = words.linkTable(link, alias)
  const conditions = [own, filters].flatMap((some) => {
    const wanted = filterOn(key, some)
    if (!wanted) return []
    const named = wanted.ids.length > 0 ? [words.isOneOf(value, wanted.ids, 'id')] : []
    return [or(wanted.none ? [...named, sql`${value} is null`] : named)]
  })
  return {
    value,
    join: sql` left join ${table} on ${item} = ${words.columns.id}`,
    conditions,
  }
}

export const flatPage = (place: ListSource, query: ListQuery): Sql => {
  const { words, columns } = place
  const { size, page } = query.slice
  return sql`select ${columns} from ${words.from} where ${whereOf(place, query)}
    order by ${orderOf(words, query.order)} limit ${size} offset ${page * size}`
}

const whereCounted = (place: ListSource, query: ListQuery): Sql =>
  whereOf({ ...place, base: place.found ?? place.base }, query)

function counted(
  { words, alone }: ListSource,
  { filters }: ListQuery,
  keys: readonly CountKey[],
): Sql {
  const asksForGroup = filters.state_group || filters.type_groups || keys.includes('state__group')
  return asksForGroup || !alone ? words.from : alone
}

export const total = (place: ListSource, query: ListQuery): Sql =>
  sql`select count(*) as total from ${counted(place, query, [])} where ${whereCounted(place, query)}`

export function groupTotals(place: ListSource, query: ListQuery, key: CountKey): Sql {
  const { value, join, conditions } = groupingOf(place, query, key, 'g')
  const where = and([whereCounted(place, query), ...conditions])
  return sql`select ${value} as group_id, count(*) as total from ${counted(place, query, [key])}${join}
    where ${where} group by ${value}`
}

export function pairTotals(
  place: ListSource,
  query: ListQuery,
  keys: readonly [CountKey, CountKey],
): Sql {
  const [group, sub] = [
    groupingOf(place, query, keys[0], 'g'),
    groupingOf(place, query, keys[1], 'h'),
  ]
  const where = and([whereCounted(place, query), ...group.conditions, ...sub.conditions])
  return sql`select ${group.value} as group_id, ${sub.value} as sub_group_id, count(*) as total
    from ${counted(place, query, keys)}${group.join}${sub.join} where ${where}
    group by ${group.value}, ${sub.value}`
}
