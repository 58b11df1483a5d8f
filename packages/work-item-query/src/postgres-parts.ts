import type { Order, OrderKey } from './list-query.ts'
import { raw, type Sql, sql } from './sql.ts'
import type { Link, Vocabulary } from './vocabulary.ts'

/** What items are ordered by the name or rank of. */
export interface Parents {
  /** Their ids and ranks. */
  table: Sql
  /** The ways to find the items of the parent `v`; of two, its `size.is_large` says which holds. */
  ways: readonly Sql[]
  isLarge?: Sql
  /** What has no parent. */
  none?: Sql
}

const ranked = (rank: string, table: string, within: Sql) =>
  sql`select p.id, ${raw(rank)} as rank from ${raw(table)} p where ${within}`

const byColumn = (column: string) => [raw(`i.${column} = v.id`)]

interface LinkWords {
  table: string
  /** Those that show, as `l`. */
  links: string
  value: string
  names: string
  name: string
}

const linkWords: Record<Link, LinkWords> = {
  labels: {
    table: 'work_item_labels',
    links: 'work_item_labels l',
    value: 'label_id',
    names: 'labels',
    name: 'name',
  },
  assignees: {
    table: 'work_item_assignees',
    links: '(select * from work_item_assignees where is_live) l',
    value: 'user_id',
    names: 'users',
    name: 'first_name',
  },
  modules: {
    table: 'module_items',
    links: '(select * from module_items where is_live) l',
    value: 'module_id',
    names: 'modules',
    name: 'name',
  },
}

/** So few are read and sorted; the items of a larger one are met soon on the way through the list. */
const FEW = 2_000

/** Has more than a few been linked with this? A matter of an index, and soon known. */
export function isLarge(link: Link, id: string): Sql {
  const { table, value } = linkWords[link]
  return raw(`exists (select from ${table} where ${value} = ${id} offset ${FEW})`)
}

/** Ways to the items linked with `id`, of which its size lets one answer. */
export function waysThrough(link: Link, id: string, large: string): [few: Sql, many: Sql] {
  const { links, value } = linkWords[link]
  return [
    raw(`not ${large} and i.id = any(array(
      select l.work_item_id from ${links} where l.${value} = ${id} limit ${FEW}))`),
    raw(`${large}
      and exists (select from ${links} where l.work_item_id = i.id and l.${value} = ${id})`),
  ]
}

/** An item counts for the first of its names only. */
function byLink(link: Link, within: Sql): Parents {
  const { links, value, names, name } = linkWords[link]
  const first = raw(`not exists (
    select from ${links} join ${names} n on n.id = l.${value}
    where l.work_item_id = i.id and (lower(n.${name}) collate "C", n.id) < (v.rank, v.id))`)
  return {
    table: ranked(`lower(p.${name}) collate "C"`, names, within),
    isLarge: isLarge(link, 'v.id'),
    ways: waysThrough(link, 'v.id', 'size.is_large').map((way) => sql`${way} and ${first}`),
    none: raw(`not exists (select from ${links} where l.work_item_id = i.id)`),
  }
}

const groupRank = `array_position(
  array['backlog', 'unstarted', 'started', 'completed', 'cancelled'], p."group"::text)`

/** `within` says of `p` that it belongs to where the list is read. */
const parents: Partial<Record<OrderKey, (within: Sql) => Parents>> = {
  state__name: (within) => ({
    table: ranked('lower(p.name) collate "C"', 'states', within),
    ways: byColumn('state_id'),
  }),
  state__group: (within) => ({
    table: ranked(groupRank, 'states', within),
    ways: byColumn('state_id'),
  }),
  issue_cycle__cycle__name: (within) => ({
    table: ranked('lower(p.name) collate "C"', 'cycles', within),
    ways: byColumn('cycle_id'),
    none: raw('i.cycle_id is null'),
  }),
  estimate_point__key: (within) => ({
    table: ranked('p.key', 'estimate_points', within),
    ways: byColumn('estimate_point'),
    none: raw('i.estimate_point is null'),
  }),
  labels__name: (within) => byLink('labels', within),
  issue_module__module__name: (within) => byLink('modules', within),
  assignees__first_name: (within) =>
    byLink('assignees', sql`p.id in (select p.user_id from project_members p where ${within})`),
}

export const parentsOf = (key: OrderKey, within: Sql): Parents | undefined => parents[key]?.(within)

interface Counting {
  words: Vocabulary
  where: Sql
  order: Order
  most: number
  newest: Sql
}

/** Few items have more: those are sorted. */
const COMMON = 20

/** The newest of each common number, and whatever has more. */
function byKeptCount(column: string, { words, where, order, most, newest }: Counting): Sql {
  const some = (condition: Sql, sorted: Sql) =>
    sql`select ${words.columns.id} from ${words.from} where ${where} and ${condition}
      order by ${sorted} limit ${most}`
  const direction = raw(order.descending ? 'desc' : 'asc')
  return sql`(${some(raw(`i.${column} = 0`), newest)}) union all
    (${some(raw(`i.${column} > ${COMMON}`), sql`${raw(`i.${column}`)} ${direction}, ${newest}`)})
    union all select p.id from generate_series(1, ${raw(String(COMMON))}) v cross join lateral (
      ${some(raw(`i.${column} = v and i.${column} > 0`), newest)}
    ) p`
}

/** Children are counted from their index, not one parent at a time; and not while those without fill it. */
function bySubItems({ words, where, order, most, newest }: Counting): Sql {
  const { id } = words.columns
  const direction = raw(order.descending ? 'desc' : 'asc')
  const tooFew = order.descending ? raw('true') : sql`(select count(*) from childless) < ${most}`
  return sql`with childless as materialized (
      select ${id} from ${words.from} where ${where} and not exists (
        select from work_items c where c.parent_id = i.id and c.is_listed
      ) order by ${newest} limit ${most}
    )
    select id from childless union all
    (select p.id from (
        select parent_id, count(*) as children from work_items
        where is_listed and parent_id is not null and ${tooFew}
        group by parent_id order by children ${direction}
      ) k cross join lateral (
        select ${id}, ${words.columns.created_at} from ${words.from}
        where ${id} = k.parent_id and ${where} offset 0
      ) p order by k.children ${direction}, p.created_at desc, p.id desc limit ${most})`
}

/** Orders by a number. */
export function countParts(counting: Counting): Sql | undefined {
  const { key } = counting.order
  if (key === 'sub_issues_count') return bySubItems(counting)
  return key === 'link_count' || key === 'attachment_count' ? byKeptCount(key, counting) : undefined
}
