import { columnOf, linkOf } from './groups.ts'
import type { GroupKey, ListQuery } from './list-query.ts'
import { orderOf } from './orders.ts'
import { idsByParts } from './page-by-parts.ts'
import { isLarge, waysThrough } from './postgres-parts.ts'
import type { GroupId, Slices } from './slices.ts'
import { and, join, raw, type Sql, sql } from './sql.ts'
import { type Place, whereOf } from './statements.ts'

const types: Partial<Record<GroupKey, string>> = {
  priority: 'text',
  state__group: 'text',
  target_date: 'date',
  start_date: 'date',
}

/** Is the item in the group `key` of the row `w`, or, with `none`, in no group at all? */
function belongs({ words }: Place, key: GroupKey, wanted: Sql, none: boolean): Sql {
  const link = linkOf(key)
  if (link && none) return words.hasNone(link)
  if (link) {
    const { table, item, value } = words.linkTable(link, 'l')
    return sql`exists (select from ${table} where ${item} = ${words.columns.id} and ${value} = ${wanted})`
  }
  const column = columnOf(words, key) ?? raw('null')
  return none ? sql`${column} is null` : sql`${column} = ${wanted}`
}

/** As `belongs`, in each of the ways to a group's items. */
function waysInto(place: Place, key: GroupKey, none: boolean): readonly Sql[] {
  const link = none ? undefined : linkOf(key)
  return link ? waysThrough(link, 'w.g', 'w.is_large') : [belongs(place, key, raw('w.g'), none)]
}

/** The stretch of rows that one of the ways leads to; no item is met on two. */
function stretchOf(place: Place, query: ListQuery, ways: readonly Sql[]): Sql {
  const { words } = place
  const { size, page } = query.slice
  const order = orderOf(words, query.order)
  const stretch = sql`order by ${order} limit ${size} offset ${page * size}`
  const met = ways.map((way) => {
    const where = and([whereOf(place, query), way])
    return { where, ids: idsByParts(place, where, query) }
  })
  const [only, ...others] = met
  if (only && !only.ids && others.length === 0) return sql`where ${only.where} ${stretch}`
  const { id } = words.columns
  const ids = met.map(
    (way) =>
      sql`(${way.ids ?? sql`select ${id} from ${words.from} where ${way.where} ${stretch}`})`,
  )
  return sql`where ${id} in (${join(ids, ' union all ')}) order by ${order}`
}

/**
 * Reads each group through an index of its own and stops after its stretch, where numbering would
 * read the whole project. Groups with and without a value are asked for apart: "is null or equal"
 * finds no index.
 */
export const slicesByLateral: Slices = (place, query, keys, groups) => {
  const { words, columns } = place
  const [key, subKey] = keys
  const typeOf = (of: GroupKey) => raw(types[of] ?? 'uuid')

  const part = (some: readonly GroupId[]): Sql => {
    const none = some[0]?.[0] === null
    const subNone = some[0]?.[1] === null
    const ids = some.map(([id]) => id ?? '').filter(Boolean)
    const subIds = some.map(([, id]) => id ?? '').filter(Boolean)
    const sub = subKey ? [belongs(place, subKey, raw('w.h'), subNone)] : []
    const ways = waysInto(place, key, none).map((way) => and([way, ...sub]))
    const wanted = [
      ...(ids.length > 0 ? [sql`unnest(${ids}::${typeOf(key)}[]) as g`] : [raw('null as g')]),
      ...(subKey && subIds.length > 0
        ? [sql`unnest(${subIds}::${typeOf(subKey)}[]) as h`]
        : [raw('null as h')]),
    ]
    const link = none ? undefined : linkOf(key)
    const large = link ? sql`, ${isLarge(link, 'u.g')} as is_large` : raw('')
    return sql`select w.g::text as group_id, w.h::text as sub_group_id, p.*
      from (select u.*${large} from (select ${join(wanted, ', ')}) u offset 0) w cross join lateral (
        select ${columns} from ${words.from} ${stretchOf(place, query, ways)}
      ) p`
  }

  const alike = (group: boolean, sub: boolean) =>
    groups.filter(([id, subId]) => (id === null) === group && (subId === null) === sub)
  const parts = [alike(false, false), alike(true, false), alike(false, true), alike(true, true)]
  return join(parts.filter((some) => some.length > 0).map(part), ' union all ')
}
