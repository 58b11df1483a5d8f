import type { Page, WorkItem, WorkItemEvent, WorkItemGroup, WorkItemResults } from '@cairn/contract'
import { compare, type Order } from './order.ts'

export interface LoadedGroup {
  /** The group's first items, in order; the rest is read when it is scrolled to. */
  items: readonly WorkItem[]
  total: number
}

/** A project's list grouped by state, as far as this browser knows it. */
export interface WorkItemGroups {
  project_id: string
  groups: Readonly<Record<string, LoadedGroup>>
  /** Items that are not loaded but whose group an event told; null: it told that they are gone. */
  beyond: Readonly<Record<string, string | null>>
  /** An event left a total uncertain: they are to be read again. */
  doubtful: boolean
}

export function fromPage(project_id: string, page: Page<WorkItemResults>): WorkItemGroups {
  // Asked for by state alone: groups of rows, never of groups.
  const groups = (Array.isArray(page.results) ? {} : page.results) as Record<string, WorkItemGroup>
  return {
    project_id,
    groups: Object.fromEntries(
      Object.entries(groups).map(([id, { results, total_results }]) => [
        id,
        { items: results, total: Math.max(total_results, results.length) },
      ]),
    ),
    beyond: {},
    doubtful: false,
  }
}

export const totalOf = ({ groups }: WorkItemGroups) =>
  Object.values(groups).reduce((sum, { total }) => sum + total, 0)

const empty: LoadedGroup = { items: [], total: 0 }
const groupOf = (data: WorkItemGroups, id: string) => data.groups[id] ?? empty
const isWhole = ({ items, total }: LoadedGroup) => items.length >= total
const partial = ({ groups }: WorkItemGroups) =>
  Object.entries(groups).flatMap(([id, group]) => (isWhole(group) ? [] : [id]))

/** Where an item is known to be: loaded, beyond what is loaded, known to be gone, or unknown. */
type Place =
  | { where: 'loaded'; group: string; item: WorkItem }
  | { where: 'beyond'; group: string }
  | { where: 'gone' }
  | { where: 'unknown' }

export function findItem(data: WorkItemGroups, id: string): WorkItem | undefined {
  const place = placeOf(data, id)
  return place.where === 'loaded' ? place.item : undefined
}

function placeOf(data: WorkItemGroups, id: string): Place {
  for (const [group, { items }] of Object.entries(data.groups)) {
    const item = items.find((one) => one.id === id)
    if (item) return { where: 'loaded', group, item }
  }
  const group = data.beyond[id]
  if (group === undefined) return { where: 'unknown' }
  return group === null ? { where: 'gone' } : { where: 'beyond', group }
}

const withGroup = (data: WorkItemGroups, id: string, group: LoadedGroup): WorkItemGroups => ({
  ...data,
  groups: { ...data.groups, [id]: { ...group, total: Math.max(0, group.total) } },
})

const countBy = (data: WorkItemGroups, id: string, difference: number) => {
  const group = groupOf(data, id)
  return withGroup(data, id, { ...group, total: group.total + difference })
}

function takeOut(data: WorkItemGroups, id: string, place: Place): WorkItemGroups {
  if (place.where === 'loaded') {
    const { items, total } = groupOf(data, place.group)
    const rest = items.filter((one) => one.id !== id)
    return withGroup(data, place.group, { items: rest, total: total - 1 })
  }
  return place.where === 'beyond' ? countBy(data, place.group, -1) : data
}

function sortIn(items: readonly WorkItem[], item: WorkItem, order: Order): WorkItem[] {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(items[middle] as WorkItem, item, order) < 0) low = middle + 1
    else high = middle
  }
  return [...items.slice(0, low), item, ...items.slice(low)]
}

/** Into the loaded rows when its place is among them, else only into the count. */
function putIn(data: WorkItemGroups, item: WorkItem, order: Order): WorkItemGroups {
  const group = groupOf(data, item.state_id)
  const last = group.items.at(-1)
  const inside = isWhole(group) || (last !== undefined && compare(item, last, order) < 0)
  const { [item.id]: _was, ...beyond } = data.beyond
  const total = group.total + 1
  if (inside) {
    const items = sortIn(group.items, item, order)
    return withGroup({ ...data, beyond }, item.state_id, { items, total })
  }
  const known = { ...beyond, [item.id]: item.state_id }
  return withGroup({ ...data, beyond: known }, item.state_id, { ...group, total })
}

const doubt = (data: WorkItemGroups): WorkItemGroups => ({ ...data, doubtful: true })

/** Not in lists: archived, a draft, an epic, or waiting in the triage. */
const isListed = (item: WorkItem) =>
  !item.archived_at && !item.is_draft && !item.is_epic && item.state__group !== 'triage'

/** Moves an item whose place we know, or adds one that is new, to where it now belongs. */
export function place(data: WorkItemGroups, item: WorkItem, order: Order): WorkItemGroups {
  const was = placeOf(data, item.id)
  return isListed(item) ? putIn(takeOut(data, item.id, was), item, order) : remove(data, item.id)
}

export function remove(data: WorkItemGroups, id: string): WorkItemGroups {
  const was = placeOf(data, id)
  if (was.where === 'gone') return data
  const rest = takeOut(data, id, was)
  const known = { ...rest, beyond: { ...rest.beyond, [id]: null } }
  if (was.where !== 'unknown') return known
  // It was in a group that is not wholly loaded. In which one, only counting again can tell.
  const candidates = partial(data)
  if (candidates.length === 0) return known
  const [only] = candidates
  return doubt(candidates.length === 1 && only ? countBy(known, only, -1) : known)
}

/** The list after something happened. Saying the same thing twice changes nothing the second time. */
export function applyToGroups(
  data: WorkItemGroups,
  event: WorkItemEvent,
  order: Order,
): WorkItemGroups {
  if (event.type === 'work_item.removed') {
    return event.project_id === data.project_id ? remove(data, event.id) : data
  }
  if (event.type === 'work_item.many_saved') {
    return event.project_id === data.project_id ? doubt(data) : data
  }
  const item = event.work_item
  if (item.project_id !== data.project_id) return data
  const was = placeOf(data, item.id)
  if (was.where === 'loaded' && Date.parse(was.item.updated_at) > Date.parse(item.updated_at)) {
    return data
  }
  if (was.where !== 'unknown') return place(data, item, order)
  return isListed(item) ? meet(data, item, order) : data
}

/** An item we have not seen: just created, or moved here from rows that are not loaded. */
function meet(data: WorkItemGroups, item: WorkItem, order: Order): WorkItemGroups {
  const target = groupOf(data, item.state_id)
  const placed = putIn(data, item, order)
  const isNew = item.created_at === item.updated_at
  if (isNew) return isWhole(target) ? placed : doubt(placed)
  const candidates = partial(data)
  const [only] = candidates
  // Nothing is hidden from us, so it came from outside: restored, or moved here from elsewhere.
  if (!only) return placed
  // It can only have come from there: the total of the two together stays.
  if (candidates.length === 1) return doubt(countBy(placed, only, -1))
  return doubt(isWhole(target) ? placed : countBy(placed, item.state_id, -1))
}

/** More rows of one group, read as a flat page. */
export function addPage(
  data: WorkItemGroups,
  state_id: string,
  page: Pick<Page<WorkItem[]>, 'results' | 'total_count'>,
  order: Order,
): WorkItemGroups {
  const fresh = new Map(page.results.map((item) => [item.id, item]))
  const known = groupOf(data, state_id).items.filter(({ id }) => !fresh.has(id))
  const items = [...known, ...fresh.values()].sort((a, b) => compare(a, b, order))
  const beyond = Object.fromEntries(Object.entries(data.beyond).filter(([id]) => !fresh.has(id)))
  const others = Object.entries(data.groups).map(([id, group]) => {
    if (id === state_id) return [id, group]
    const rest = group.items.filter((item) => !fresh.has(item.id))
    return [id, rest.length === group.items.length ? group : { ...group, items: rest }]
  })
  return {
    ...data,
    beyond,
    groups: {
      ...Object.fromEntries(others),
      [state_id]: { items, total: Math.max(page.total_count, items.length) },
    },
  }
}
