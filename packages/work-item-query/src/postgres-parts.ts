import { isPropertyField, type OwnProperty, propertyField } from '@cairn/contract'
import type { Dialect, FixedLink, Link } from './dialect.ts'
import type { Order, OrderKey } from './list-query.ts'
import { sortedValue } from './postgres.ts'
import { propertyOf, valueColumn } from './property-keys.ts'
import { raw, type Sql, sql } from './sql.ts'
import type { AccessPath, ListSource } from './statements.ts'

/** The objects whose name or rank items are sorted by. */
export interface Parents {
  /** Their ids and ranks. */
  table: Sql
  /** The items of the parent `v`. */
  way: AccessPath
  /** Items without a parent. */
  none?: Sql
}

const ranked = (rank: string, table: string, scope: Sql) =>
  sql`select p.id, ${raw(rank)} as rank from ${raw(table)} p where ${scope}`

const byColumn = (dialect: Dialect, column: string): AccessPath => ({
  dialect,
  where: raw(`i.${column} = v.id`),
})

interface LinkWords {
  table: string
  /** Links of former members and archived modules stay, but are not shown. */
  isIndexed: boolean
  /** The visible links, as `l`. */
  links: string
  value: string
  names: string
  name: string
}

const linkDialect: Record<FixedLink, LinkWords> = {
  labels: {
    table: 'work_item_labels',
    isIndexed: false,
    links: 'work_item_labels l',
    value: 'label_id',
    names: 'labels',
    name: 'name',
  },
  assignees: {
    table: 'work_item_assignees',
    isIndexed: true,
    links: '(select * from work_item_assignees where is_live) l',
    value: 'user_id',
    names: 'users',
    name: 'first_name',
  },
  modules: {
    table: 'module_items',
    isIndexed: true,
    links: '(select * from module_items where is_live) l',
    value: 'module_id',
    names: 'modules',
    name: 'name',
  },
}

/** Where the values of a property are, besides what they are. */
function wordsOf(link: Link): Pick<LinkWords, 'table' | 'links' | 'value'> & { only: string } {
  if (!isPropertyField(link)) {
    const { isIndexed, ...words } = linkDialect[link]
    return { ...words, only: isIndexed ? 'k.is_live' : 'true' }
  }
  const { kind, id } = propertyOf(link)
  const value = valueColumn(kind)
  return {
    table: 'work_item_property_values',
    links: `(select work_item_id, ${value === 'ref_id' ? value : `${value}::text as ${value}`}
      from work_item_property_values where property_id = '${id}') l`,
    value,
    only: `k.property_id = '${id}'`,
  }
}

/** What a group is called, as the value that is indexed. */
const casts = new Map([
  ['boolean_value', '::boolean'],
  ['date_value', '::date'],
])

/** The orders in which the links are indexed. */
const indexedOrders = new Set<OrderKey>(['created_at', 'sort_order'])

/** Values in these columns are indexed in manual order, too. */
const groupedColumns = new Set<string>(['ref_id', 'boolean_value'])

export const isSortedByLinks = ({ key }: Order, link: Link) =>
  indexedOrders.has(key) &&
  (key === 'created_at' ||
    !isPropertyField(link) ||
    groupedColumns.has(valueColumn(propertyOf(link).kind)))

/** The values `k` of one project are in order. */
const inProject = (link: Link, { project_id }: ListSource): Sql =>
  isPropertyField(link) && project_id ? sql`k.project_id = ${project_id}::uuid` : raw('true')

/**
 * The items linked with `id`, read link by link. Links store the creation time and position of
 * their item, so they are in order without reading any other row.
 */
export function throughLinks(place: ListSource, link: Link, id: Sql): AccessPath {
  const { dialect } = place
  const { table, value, only } = wordsOf(link)
  return {
    dialect: {
      ...dialect,
      from: sql`${raw(table)} k join (${dialect.from}) on i.id = k.work_item_id`,
      columns: { ...dialect.columns, id: raw('k.work_item_id'), created_at: raw('k.created_at') },
      sortables: { ...dialect.sortables, sort_order: raw('k.sort_order') },
    },
    where: sql`k.${raw(value)} = ${id}${raw(casts.get(value) ?? '')} and ${raw(only)}
      and ${inProject(link, place)}`,
  }
}

/**
 * Up to this many are read and sorted; items of a larger one are found early while scanning the
 * list.
 */
const LOOKUP_LIMIT = 2_000

/** Whether more than a few are linked with this; fast, by an index. */
export function isLarge(link: Link, id: string): Sql {
  const { links, value } = wordsOf(link)
  return raw(`exists (select from ${links} where l.${value} = ${id} offset ${LOOKUP_LIMIT})`)
}

/** Access paths to the items linked with `id`; its size decides which of them returns rows. */
export function waysThrough(link: Link, id: string, large: string): [few: Sql, many: Sql] {
  const { links, value } = wordsOf(link)
  return [
    raw(`not ${large} and i.id = any(array(
      select l.work_item_id from ${links} where l.${value} = ${id} limit ${LOOKUP_LIMIT}))`),
    raw(`${large}
      and exists (select from ${links} where l.work_item_id = i.id and l.${value} = ${id})`),
  ]
}

/** An item counts for the first of its names only. */
function byLink(place: ListSource, link: FixedLink, scope: Sql): Parents {
  const { links, value, names, name } = linkDialect[link]
  const first = raw(`not exists (
    select from ${links} join ${names} n on n.id = l.${value}
    where l.work_item_id = i.id and (lower(n.${name}) collate "C", n.id) < (v.rank, v.id))`)
  const linked = throughLinks(place, link, raw('v.id'))
  return {
    table: ranked(`lower(p.${name}) collate "C"`, names, scope),
    way: { ...linked, where: sql`${linked.where} and ${first}` },
    none: raw(`not exists (select from ${links} where l.work_item_id = i.id)`),
  }
}

const groupRank = `array_position(
  array['backlog', 'unstarted', 'started', 'completed', 'cancelled'], p."group"::text)`

/** Options and people by whom items are sorted, and the two values of a switch. */
function byProperty(place: ListSource, { kind, id }: OwnProperty, scope: Sql): Parents | undefined {
  const values = `work_item_property_values l where l.work_item_id = i.id and l.property_id = '${id}'`
  const none = raw(`not exists (select from ${values})`)
  const linked = throughLinks(place, propertyField({ kind, id }), raw('v.id'))
  if (kind === 'boolean') {
    const table = raw('select p.id, p.id as rank from (values (false), (true)) p (id)')
    return { table, way: linked, none }
  }
  if (kind !== 'option' && kind !== 'person') return undefined
  const [rank, names] =
    kind === 'option' ? ['sort_order', 'work_item_property_options'] : ['first_name', 'users']
  const ranking = (alias: string) =>
    kind === 'option' ? `${alias}.${rank}` : `lower(${alias}.${rank}) collate "C"`
  const isLive = (alias: string) => (kind === 'option' ? `${alias}.deleted_at is null` : 'true')
  const first = raw(`not exists (
    select from work_item_property_values l join ${names} n on n.id = l.ref_id
    where l.work_item_id = i.id and l.property_id = '${id}' and ${isLive('n')}
      and (${ranking('n')}, n.id) < (v.rank, v.id))`)
  const those =
    kind === 'option'
      ? raw(`p.property_id = '${id}' and p.deleted_at is null`)
      : sql`p.id in (select p.user_id from project_members p where ${scope})`
  return {
    table: ranked(ranking('p'), names, those),
    way: { ...linked, where: sql`${linked.where} and ${first}` },
    // Also values of options that were deleted, and of people who have left.
    none: sql`not exists (select from work_item_property_values l
      join (${ranked(ranking('p'), names, those)}) n on n.id = l.ref_id
      where l.work_item_id = i.id and l.property_id = '${raw(id)}')`,
  }
}

type ParentsOf = (dialect: Dialect, scope: Sql, place: ListSource) => Parents

/** `scope` is the condition that `p` belongs to the scope of the list. */
const parents: Partial<Record<OrderKey, ParentsOf>> = {
  state__name: (dialect, scope) => ({
    table: ranked('lower(p.name) collate "C"', 'states', scope),
    way: byColumn(dialect, 'state_id'),
  }),
  state__group: (dialect, scope) => ({
    table: ranked(groupRank, 'states', scope),
    way: byColumn(dialect, 'state_id'),
  }),
  issue_cycle__cycle__name: (dialect, scope) => ({
    table: ranked('lower(p.name) collate "C"', 'cycles', scope),
    way: byColumn(dialect, 'cycle_id'),
    none: raw('i.cycle_id is null'),
  }),
  estimate_point__key: (dialect, scope) => ({
    table: ranked('p.key', 'estimate_points', scope),
    way: byColumn(dialect, 'estimate_point'),
    none: raw('i.estimate_point is null'),
  }),
  // Types belong to the workspace: an item keeps one its project no longer uses.
  type__name: (dialect, scope) => ({
    table: ranked(
      'lower(p.name) collate "C"',
      'work_item_types',
      sql`p.workspace_id in (select p.workspace_id from states p where ${scope})`,
    ),
    way: byColumn(dialect, 'type_id'),
    none: raw('i.type_id is null'),
  }),
  labels__name: (_dialect, scope, place) => byLink(place, 'labels', scope),
  issue_module__module__name: (_dialect, scope, place) => byLink(place, 'modules', scope),
  assignees__first_name: (_dialect, scope, place) => {
    const people = sql`p.id in (select p.user_id from project_members p where ${scope})`
    return byLink(place, 'assignees', people)
  },
}

export const parentsOf = (place: ListSource, key: OrderKey, scope: Sql): Parents | undefined =>
  isPropertyField(key)
    ? byProperty(place, propertyOf(key), scope)
    : parents[key]?.(place.dialect, scope, place)

/**
 * Items with a value, as the table of values has them in order; then the newest without one. Among
 * equal values the newest come first. Descending, the index has the oldest of them first, so it only
 * says down to which value a page goes; of that one the newest are read.
 */
export function byValues(
  place: ListSource,
  where: Sql,
  order: Order,
  most: number,
): Sql | undefined {
  const { key, descending } = order
  if (!isPropertyField(key)) return undefined
  const { kind, id } = propertyOf(key)
  const { from, columns } = place.dialect
  const value = raw(sortedValue(kind, 'k'))
  const valued = sql`from work_item_property_values k join (${from}) on i.id = k.work_item_id
    where k.property_id = '${raw(id)}' and k.${raw(valueColumn(kind))} is not null
      and ${inProject(key, place)} and ${where}`
  const newest = raw('k.created_at desc, k.work_item_id desc')
  const firsts = descending
    ? sql`with highest as materialized (
        select k.work_item_id as id, ${value} as value ${valued}
        order by ${value} desc, k.created_at, k.work_item_id limit ${most}
      ), lowest as materialized (select min(value) as value from highest)
      select h.id from highest h, lowest l where h.value > l.value
      union all (
        select k.work_item_id ${valued} and ${value} = (select l.value from lowest l)
        order by ${newest} limit ${most}
      )`
    : sql`select k.work_item_id as id ${valued} order by ${value}, ${newest} limit ${most}`
  return sql`with firsts as materialized (${firsts})
    select id from firsts union all
    select p.id from (
      select ${columns.id} as id from ${from} where ${where}
        and not exists (select from work_item_property_values l
          where l.work_item_id = i.id and l.property_id = '${raw(id)}')
        and (select count(*) from firsts) < ${most}
      order by ${columns.created_at} desc, ${columns.id} desc limit ${most}
    ) p`
}

interface Counting {
  dialect: Dialect
  where: Sql
  order: Order
  most: number
  newest: Sql
}

/** Few items have a higher count: those are sorted. */
const COMMON = 20

/** The newest items of each common count, and all with a higher one. */
function byIndexedCount(column: string, { dialect, where, order, most, newest }: Counting): Sql {
  const some = (condition: Sql, sorted: Sql) =>
    sql`select ${dialect.columns.id} from ${dialect.from} where ${where} and ${condition}
      order by ${sorted} limit ${most}`
  const direction = raw(order.descending ? 'desc' : 'asc')
  return sql`(${some(raw(`i.${column} = 0`), newest)}) union all
    (${some(raw(`i.${column} > ${COMMON}`), sql`${raw(`i.${column}`)} ${direction}, ${newest}`)})
    union all select p.id from generate_series(1, ${raw(String(COMMON))}) v cross join lateral (
      ${some(raw(`i.${column} = v and i.${column} > 0`), newest)}
    ) p`
}

/**
 * Children are counted through their index, not per parent; and not while items without children
 * fill the page.
 */
function bySubItems({ dialect, where, order, most, newest }: Counting): Sql {
  const { id } = dialect.columns
  const child = dialect.child ?? raw('true')
  const direction = raw(order.descending ? 'desc' : 'asc')
  const tooFew = order.descending ? raw('true') : sql`(select count(*) from childless) < ${most}`
  return sql`with childless as materialized (
      select ${id} from ${dialect.from} where ${where} and not exists (
        select from work_items c where c.parent_id = i.id and c.is_listed and ${child}
      ) order by ${newest} limit ${most}
    )
    select id from childless union all
    (select p.id from (
        select c.parent_id, count(*) as children from work_items c
        where c.is_listed and c.parent_id is not null and ${child} and ${tooFew}
        group by c.parent_id order by children ${direction}
      ) k cross join lateral (
        select ${id}, ${dialect.columns.created_at} from ${dialect.from}
        where ${id} = k.parent_id and ${where} offset 0
      ) p order by k.children ${direction}, p.created_at desc, p.id desc limit ${most})`
}

/** Orders by a count. */
export function countParts(counting: Counting): Sql | undefined {
  const { key } = counting.order
  if (key === 'sub_issues_count') return bySubItems(counting)
  return key === 'link_count' || key === 'attachment_count'
    ? byIndexedCount(key, counting)
    : undefined
}
