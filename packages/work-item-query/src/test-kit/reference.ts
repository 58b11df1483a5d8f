import { negatableFilters, negationOf, toPage } from '@cairn/contract'
import {
  type AnyOf,
  type DateTest,
  type DayRange,
  type Filters,
  type GroupKey,
  type InstantRange,
  type ListQuery,
  NONE,
  nameKey,
  type OrderKey,
  type PositiveFilters,
} from '../list-query.ts'
import type { Item, Named, World } from './world.ts'

/**
 * A second list engine, slow and obviously right: arrays, filter and sort, written from the
 * specification and sharing only the types of the query with the compiled statements.
 */

const stateOf = ({ states }: World, { state_id }: Item) => states.find(({ id }) => id === state_id)
const anyIn = (wanted: readonly string[], had: readonly string[]) =>
  had.some((id) => wanted.includes(id))

const fits = ({ ids, none }: AnyOf, had: readonly (string | null)[]) => {
  const real = had.filter((id) => id !== null)
  return anyIn(ids, real) || (none && real.length === 0)
}

function inDays(
  { ranges, none }: DateTest<DayRange>,
  day: string | null,
  group = 'started',
): boolean {
  if (day === null) return none
  const isClosed = group === 'completed' || group === 'cancelled'
  return ranges.some(
    ({ from = '', to = '9999-99', isOpen }) => day >= from && day <= to && !(isOpen && isClosed),
  )
}

function inInstants({ ranges, none }: DateTest<InstantRange>, moment: string | null): boolean {
  if (moment === null) return none
  return ranges.some(({ from = '', until = '9999-99' }) => moment >= from && moment < until)
}

type Check = {
  [Key in keyof PositiveFilters]-?: (wanted: NonNullable<PositiveFilters[Key]>) => boolean
}

function matches(world: World, item: Item, filters: Filters): boolean {
  const group = stateOf(world, item)?.group ?? 'backlog'
  const checks: Check = {
    priority: (wanted) => wanted.includes(item.priority),
    state: (wanted) => wanted.includes(item.state_id),
    state_group: (wanted) => wanted.includes(group),
    type_groups: (wanted) => wanted.includes(group),
    assignees: (wanted) => fits(wanted, item.assignees),
    labels: (wanted) => fits(wanted, item.labels),
    module: (wanted) => fits(wanted, item.modules),
    cycle: (wanted) => fits(wanted, [item.cycle_id]),
    parent: (wanted) => fits(wanted, [item.parent_id]),
    created_by: (wanted) => fits(wanted, [item.created_by]),
    issue_type: (wanted) => fits(wanted, [item.type_id]),
    estimate_point: (wanted) => fits(wanted, [item.estimate_point]),
    mentions: (wanted) => anyIn(wanted, item.mentions),
    subscriber: (wanted) => anyIn(wanted, item.subscribers),
    project: (wanted) => wanted.includes(world.project_id),
    without_parent: () => item.parent_id === null,
    name: (wanted) => nameKey(item.name).includes(nameKey(wanted)),
    start_date: (wanted) => inDays(wanted, item.start_date),
    target_date: (wanted) => inDays(wanted, item.target_date, group),
    created_at: (wanted) => inInstants(wanted, item.created_at),
    updated_at: (wanted) => inInstants(wanted, item.updated_at),
    completed_at: (wanted) => inInstants(wanted, item.completed_at),
    both_dates: () => item.start_date !== null && item.target_date !== null,
    updated_after: (wanted) => item.updated_at > wanted,
  }
  const isMet = (key: string, wanted: unknown) =>
    (checks[key as keyof Check] as (wanted: unknown) => boolean)(wanted)
  return Object.entries(filters).every(([key, wanted]) => {
    const turned = negatableFilters.find((one) => negationOf(one) === key)
    return turned ? !isMet(turned, wanted) : isMet(key, wanted)
  })
}

const nameOf = (named: readonly Named[], id: string | null) => {
  const found = named.find((one) => one.id === id)
  return found ? nameKey(found.name) : null
}

const firstName = (named: readonly Named[], ids: readonly string[]) =>
  ids.map((id) => nameOf(named, id) ?? '').toSorted(byCodePoints)[0] ?? null

/** In UTF-8 order; JavaScript sorts rare characters differently. */
function byCodePoints(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

const priorityRank = ['none', 'low', 'medium', 'high', 'urgent']
const groupRank = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']

function sortValue(world: World, item: Item, key: OrderKey): string | number | null {
  switch (key) {
    case 'name':
      return nameKey(item.name)
    case 'priority':
      return priorityRank.indexOf(item.priority)
    case 'state__name':
      return nameOf(world.states, item.state_id)
    case 'state__group':
      return groupRank.indexOf(stateOf(world, item)?.group ?? '')
    case 'labels__name':
      return firstName(world.labels, item.labels)
    case 'assignees__first_name':
      return firstName(world.people, item.assignees)
    case 'issue_module__module__name':
      return firstName(world.modules, item.modules)
    case 'issue_cycle__cycle__name':
      return nameOf(world.cycles, item.cycle_id)
    case 'type__name':
      return nameOf(world.types, item.type_id)
    case 'estimate_point__key':
      return world.points.find(({ id }) => id === item.estimate_point)?.key ?? null
    case 'sub_issues_count':
      return world.items.filter(({ parent_id }) => parent_id === item.id).length
    default:
      return item[key]
  }
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other)
  return byCodePoints(one, other)
}

function inOrder(world: World, items: readonly Item[], { order }: ListQuery): Item[] {
  return items.toSorted((one, other) => {
    const [a, b] = [sortValue(world, one, order.key), sortValue(world, other, order.key)]
    if (a !== null && b === null) return -1
    if (a === null && b !== null) return 1
    const main = a === null || b === null ? 0 : compare(a, b) * (order.descending ? -1 : 1)
    const newest = byCodePoints(other.created_at, one.created_at)
    return main || newest || byCodePoints(other.id, one.id)
  })
}

/** The groups of an item. If the key is filtered too, only those in the filter. */
function groupsOf(world: World, item: Item, key: GroupKey, filters: Filters): string[] {
  const among = (ids: readonly string[], wanted: AnyOf | undefined) => {
    const all = ids.length > 0 ? [...ids] : [NONE]
    if (!wanted) return all
    return all.filter((id) => wanted.ids.includes(id) || (wanted.none && id === NONE))
  }
  switch (key) {
    case 'labels__id':
      return among(item.labels, filters.labels)
    case 'assignees__id':
      return among(item.assignees, filters.assignees)
    case 'issue_module__module_id':
      return among(item.modules, filters.module)
    case 'state__group':
      return [stateOf(world, item)?.group ?? NONE]
    case 'project_id':
      return [world.project_id]
    default:
      return [item[key] ?? NONE]
  }
}

/** Groups to show even if empty. */
function listed(world: World, key: GroupKey, filters: Filters): string[] {
  const only = (ids: string[], wanted: readonly string[] | undefined) =>
    wanted ? ids.filter((id) => wanted.includes(id)) : ids
  const idsOf = (named: readonly { id: string }[]) => named.map(({ id }) => id)
  switch (key) {
    case 'state_id':
      return only(idsOf(world.states), filters.state)
    case 'priority':
      return only([...priorityRank], filters.priority)
    case 'state__group':
      return only([...groupRank], filters.state_group)
    case 'project_id':
      return only([world.project_id], filters.project)
    case 'cycle_id':
      return [
        ...only(idsOf(world.cycles), filters.cycle?.ids),
        ...(!filters.cycle || filters.cycle.none ? [NONE] : []),
      ]
    default:
      return []
  }
}

const byGroup = (items: readonly Item[], groups: (item: Item) => string[]) => {
  const found = new Map<string, Item[]>()
  for (const item of items) {
    for (const group of groups(item)) found.set(group, [...(found.get(group) ?? []), item])
  }
  return found
}

/** The expected response of the engine; rows are ids. */
export function answerByHand(world: World, query: ListQuery) {
  const { filters, group, subGroup, slice } = query
  const stretch = (items: readonly Item[]) =>
    items.slice(slice.page * slice.size, (slice.page + 1) * slice.size).map(({ id }) => ({ id }))
  const found = inOrder(
    world,
    world.items.filter((item) => matches(world, item, filters)),
    query,
  )
  const total = found.length
  if (!group) {
    const results = stretch(found)
    return toPage(slice, { results, count: results.length, total })
  }
  let count = 0
  let longest = 0
  const leaf = (items: readonly Item[]) => {
    const results = stretch(items)
    count += results.length
    longest = Math.max(longest, items.length)
    return { results, total_results: items.length }
  }
  const nest = (items: readonly Item[]) => {
    if (!subGroup) return leaf(items)
    const inner = byGroup(items, (item) => groupsOf(world, item, subGroup, filters))
    const results = Object.fromEntries([...inner].map(([id, some]) => [id, leaf(some)]))
    return { results, total_results: items.length }
  }
  const groups = byGroup(found, (item) => groupsOf(world, item, group, filters))
  if (total > 0)
    for (const id of listed(world, group, filters)) if (!groups.has(id)) groups.set(id, [])
  const results = Object.fromEntries([...groups].map(([id, items]) => [id, nest(items)]))
  const grouping = { grouped_by: group, ...(subGroup && { sub_grouped_by: subGroup }) }
  return toPage(slice, { results, count, total, longest, ...grouping })
}
