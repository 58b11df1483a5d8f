import type { Dialect, Link } from './dialect.ts'
import type { Order, OrderKey } from './list-query.ts'
import { raw, type Sql, sql } from './sql.ts'
import type { AccessPath } from './statements.ts'

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

const linkDialect: Record<Link, LinkWords> = {
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

/** The orders in which the links are indexed. */
const indexedOrders = new Set<OrderKey>(['created_at', 'sort_order'])

export const isSortedByLinks = ({ key }: Order) => indexedOrders.has(key)

/**
 * The items linked with `id`, read link by link. Links store the creation time and position of
 * their item, so they are in order without reading any other row.
 */
export function throughLinks(dialect: Dialect, link: Link, id: Sql): AccessPath {
  const { table, value, isIndexed } = linkDialect[link]
  return {
    dialect: {
      ...dialect,
      from: sql`${raw(table)} k join (${dialect.from}) on i.id = k.work_item_id`,
      columns: { ...dialect.columns, id: raw('k.work_item_id'), created_at: raw('k.created_at') },
      sortables: { ...dialect.sortables, sort_order: raw('k.sort_order') },
    },
    where: sql`k.${raw(value)} = ${id}${raw(isIndexed ? ' and k.is_live' : '')}`,
  }
}

/**
 * Up to this many are read and sorted; items of a larger one are found early while scanning the
 * list.
 */
const LOOKUP_LIMIT = 2_000

/** Whether more than a few are linked with this; fast, by an index. */
export function isLarge(link: Link, id: string): Sql {
  const { table, value } = linkDialect[link]
  return raw(`exists (select from ${table} where ${value} = ${id} offset ${LOOKUP_LIMIT})`)
}

/** Access paths to the items linked with `id`; its size decides which of them returns rows. */
export function waysThrough(link: Link, id: string, large: string): [few: Sql, many: Sql] {
  const { links, value } = linkDialect[link]
  return [
    raw(`not ${large} and i.id = any(array(
      select l.work_item_id from ${links} where l.${value} = ${id} limit ${LOOKUP_LIMIT}))`),
    raw(`${large}
      and exists (select from ${links} where l.work_item_id = i.id and l.${value} = ${id})`),
  ]
}

/** An item counts for the first of its names only. */
function byLink(dialect: Dialect, link: Link, scope: Sql): Parents {
  const { links, value, names, name } = linkDialect[link]
  const first = raw(`not exists (
    select from ${links} join ${names} n on n.id = l.${value}
    where l.work_item_id = i.id and (lower(n.${name}) collate "C", n.id) < (v.rank, v.id))`)
  const linked = throughLinks(dialect, link, raw('v.id'))
  return {
    table: ranked(`lower(p.${name}) collate "C"`, names, scope),
    way: { ...linked, where: sql`${linked.where} and ${first}` },
    none: raw(`not exists (select from ${links} where l.work_item_id = i.id)`),
  }
}

const groupRank = `array_position(
  array['backlog', 'unstarted', 'started', 'completed', 'cancelled'], p."group"::text)`

/** `scope` is the condition that `p` belongs to the scope of the list. */
const parents: Partial<Record<OrderKey, (dialect: Dialect, scope: Sql) => Parents>> = {
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
  labels__name: (dialect, scope) => byLink(dialect, 'labels', scope),
  issue_module__module__name: (dialect, scope) => byLink(dialect, 'modules', scope),
  assignees__first_name: (dialect, scope) => {
    const people = sql`p.id in (select p.user_id from project_members p where ${scope})`
    return byLink(dialect, 'assignees', people)
  },
}

export const parentsOf = (dialect: Dialect, key: OrderKey, scope: Sql): Parents | undefined =>
  parents[key]?.(dialect, scope)

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
