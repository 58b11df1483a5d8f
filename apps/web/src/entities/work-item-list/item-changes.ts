import { lookup, type Page, type WorkItem, type WorkItemEvent } from '@cairn/contract'
import type { Comparison } from '@cairn/work-item-query/browser'
import {
  cellIn,
  findItem,
  groupOfCell,
  itemsIn,
  type ListShape,
  type LoadedCell,
  type LoadedItems,
} from './grouped-items.ts'
import { cellsOf, membershipOf } from './list-membership.ts'
import type { GroupField } from './list-params.ts'
import { isOfProperty } from './list-settings.ts'

/** An item can be in more than one of these. */
const several: readonly (GroupField | null)[] = [
  'labels__id',
  'assignees__id',
  'issue_module__module_id',
]

/** A loaded item, or one known from an event; null: known not to be here; undefined: unknown. */
function seen(data: LoadedItems, id: string): WorkItem | null | undefined {
  return findItem(data, id) ?? lookup(data.beyond, id)
}

/** The same for many: the list is scanned once. */
function finder(data: LoadedItems, count: number): (id: string) => WorkItem | null | undefined {
  if (count < 8) return (id) => seen(data, id)
  const loaded = new Map<string, WorkItem>()
  for (const item of itemsIn(data)) loaded.set(item.id, item)
  return (id) => loaded.get(id) ?? lookup(data.beyond, id)
}

const isWhole = ({ items, total }: LoadedCell) => items.length >= total
const partial = ({ cells }: LoadedItems) =>
  Object.entries(cells).flatMap(([key, cell]) => (isWhole(cell) ? [] : [key]))

const withCell = (data: LoadedItems, key: string, cell: LoadedCell): LoadedItems => ({
  ...data,
  cells: { ...data.cells, [key]: { ...cell, total: Math.max(0, cell.total) } },
})

/** Adds or subtracts one in the total and in every group of the cells. */
function count(data: LoadedItems, cells: readonly string[], difference: 1 | -1): LoadedItems {
  const groupTotals = { ...data.groupTotals }
  for (const group of new Set(cells.map(groupOfCell))) {
    groupTotals[group] = Math.max(0, (groupTotals[group] ?? 0) + difference)
  }
  return { ...data, groupTotals, total: Math.max(0, data.total + difference) }
}

function byCell(items: readonly WorkItem[], shape: ListShape): Map<string, WorkItem[]> {
  const cells = new Map<string, WorkItem[]>()
  for (const item of items) {
    for (const key of cellsOf(item, shape)) {
      const those = cells.get(key)
      if (those) those.push(item)
      else cells.set(key, [item])
    }
  }
  return cells
}

function takeOut(data: LoadedItems, items: readonly WorkItem[]): LoadedItems {
  const { shape } = data
  const gone = new Set(items.map(({ id }) => id))
  let rest = items.reduce((before, item) => count(before, cellsOf(item, shape), -1), data)
  for (const [key, those] of byCell(items, shape)) {
    const cell = cellIn(rest, key)
    const others = cell.items.filter(({ id }) => !gone.has(id))
    rest = withCell(rest, key, { items: others, total: cell.total - those.length })
  }
  return rest
}

function sortIn(items: readonly WorkItem[], item: WorkItem, compare: Comparison): WorkItem[] {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(items[middle] as WorkItem, item) < 0) low = middle + 1
    else high = middle
  }
  return items.toSpliced(low, 0, item)
}

/** Inserts items among the loaded rows if their position is there, else only counts them. */
function putIn(data: LoadedItems, items: readonly WorkItem[]): LoadedItems {
  const { shape } = data
  const { compare } = membershipOf(shape)
  const beyond = new Map(Object.entries(data.beyond))
  for (const { id } of items) beyond.delete(id)
  let next = items.reduce((before, item) => count(before, cellsOf(item, shape), 1), data)
  const loaded = new Set<string>()
  for (const [key, those] of byCell(items, shape)) {
    const cell = cellIn(next, key)
    const last = cell.items.at(-1)
    const inside = those.filter(
      (item) => isWhole(cell) || (last !== undefined && compare(item, last) < 0),
    )
    for (const { id } of inside) loaded.add(id)
    const [first] = inside
    const rows =
      first && inside.length === 1
        ? sortIn(cell.items, first, compare)
        : joined(cell.items, inside.toSorted(compare), shape)
    next = withCell(next, key, { items: rows, total: cell.total + those.length })
  }
  for (const item of items) if (!loaded.has(item.id)) beyond.set(item.id, item)
  return { ...next, beyond: Object.fromEntries(beyond) }
}

const mark = (data: LoadedItems): LoadedItems => (data.stale ? data : { ...data, stale: true })

/** Updates rows in their place. */
function inPlace(data: LoadedItems, items: readonly WorkItem[]): LoadedItems {
  let next = data
  for (const [key, those] of byCell(items, data.shape)) {
    const cell = cellIn(next, key)
    const fresh = new Map(those.map((item) => [item.id, item]))
    const rows = cell.items.map((one) => fresh.get(one.id) ?? one)
    next = withCell(next, key, { ...cell, items: rows })
  }
  return next
}

/** Moves a known item, or adds a new one, to its current position. */
export const place = (data: LoadedItems, item: WorkItem) => placeAll(data, [item])

/** The same for many: each cell is scanned once, not once per item. */
export function placeAll(data: LoadedItems, items: readonly WorkItem[]): LoadedItems {
  const { shape } = data
  const { test, compare, isOrderKnown } = membershipOf(shape)
  const find = finder(data, items.length)
  const stay: WorkItem[] = []
  const leave: WorkItem[] = []
  const come: WorkItem[] = []
  const gone: string[] = []
  let stale = false
  for (const item of items) {
    const was = find(item.id)
    const belongs = test(item)
    if (belongs === false) {
      gone.push(item.id)
      continue
    }
    stale ||= belongs === undefined || !isOrderKnown
    if (belongs === undefined && !was) continue
    // Some lists have more fields of an item than others.
    const merged = was ? { ...was, ...item } : item
    const stays = was && String(cellsOf(was, shape)) === String(cellsOf(merged, shape))
    const isLoaded = lookup(data.beyond, item.id) === undefined
    // If rows do not determine the order, it keeps its position until the list is read again.
    if (stays && (!isOrderKnown || (isLoaded && compare(was, merged) === 0))) {
      stay.push(merged)
      continue
    }
    if (was) leave.push(was)
    come.push(merged)
  }
  let next = removeAll(data, gone)
  if (stay.length > 0) next = inPlace(next, stay)
  if (leave.length > 0) next = takeOut(next, leave)
  if (come.length > 0) next = putIn(next, come)
  return stale ? mark(next) : next
}

export const remove = (data: LoadedItems, id: string) => removeAll(data, [id])

export function removeAll(data: LoadedItems, ids: readonly string[]): LoadedItems {
  const find = finder(data, ids.length)
  const beyond = ids.filter((id) => find(id) !== null)
  if (beyond.length === 0) return data
  const gone = takeOut(
    data,
    beyond.flatMap((id) => find(id) ?? []),
  )
  const without = Object.fromEntries(beyond.map((id) => [id, null]))
  const rest = { ...gone, beyond: { ...gone.beyond, ...without } }
  return beyond.filter((id) => find(id) === undefined).reduce(lessOfSome, rest)
}

/** It was in a partially loaded cell. Only a recount can tell which. */
function lessOfSome(data: LoadedItems): LoadedItems {
  const [only, ...others] = partial(data)
  if (only === undefined) return data
  return mark(others.length === 0 ? lessOf(data, only) : data)
}

function lessOf(data: LoadedItems, key: string): LoadedItems {
  const cell = cellIn(data, key)
  return withCell(count(data, [key], -1), key, { ...cell, total: cell.total - 1 })
}

/** The list after an event. Applying the same event twice has no further effect. */
export function applyToList(data: LoadedItems, event: WorkItemEvent): LoadedItems {
  const { isOurs, test } = membershipOf(data.shape)
  if (event.type === 'work_item.removed') {
    if (!isOurs(event.project_id)) return data
    // An item removed elsewhere may have been archived, and may be here already.
    return data.shape.context.kind === 'archived' ? mark(data) : remove(data, event.id)
  }
  if (event.type === 'work_item.many_saved') return isOurs(event.project_id) ? mark(data) : data
  const item = event.work_item
  if (!isOurs(item.project_id)) return data
  const was = seen(data, item.id)
  if (was && Date.parse(was.updated_at) > Date.parse(item.updated_at)) return data
  if (was !== undefined) return place(data, item)
  const belongs = test(item)
  if (belongs === undefined) return mark(data)
  if (!belongs) return outside(data, item)
  return meet(data, item)
}

/**
 * No longer in the list after a change; before, it may have been in the part that is not loaded.
 */
function outside(data: LoadedItems, item: WorkItem): LoadedItems {
  if (isNew(item) || partial(data).length === 0) return data
  return mark({ ...data, beyond: { ...data.beyond, [item.id]: null } })
}

const isNew = ({ created_at, updated_at }: WorkItem) => created_at === updated_at

/** An item we have not seen: just created, or moved here from rows that are not loaded. */
function meet(data: LoadedItems, item: WorkItem): LoadedItems {
  const placed = place(data, item)
  const candidates = partial(data)
  const own = cellsOf(item, data.shape)
  // All rows are loaded, so it came from outside: restored, moved here, or now matching the
  // filters.
  if (candidates.length === 0) return placed
  if (isNew(item)) return own.some((key) => candidates.includes(key)) ? mark(placed) : placed
  // It can only have come from there: the sum of the two cells stays.
  const [only] = candidates
  if (candidates.length === 1 && only !== undefined) return mark(lessOf(placed, only))
  const [first] = own
  const stays = own.length === 1 && first !== undefined && candidates.includes(first)
  return mark(stays ? lessOf(placed, first) : placed)
}

/** More rows of one cell, read as a flat page. */
export function addPage(
  data: LoadedItems,
  key: string,
  page: Pick<Page<WorkItem[]>, 'results' | 'total_count'>,
): LoadedItems {
  const { shape } = data
  const fresh = new Map(page.results.map((item) => [item.id, item]))
  const before = cellIn(data, key)
  const old = before.items.filter(({ id }) => !fresh.has(id))
  const items = joined(old, [...fresh.values()], shape)
  const total = Math.max(page.total_count, items.length)
  const beyond = Object.fromEntries(Object.entries(data.beyond).filter(([id]) => !fresh.has(id)))
  const others = Object.entries(data.cells).map(([other, cell]) => [
    other,
    other === key ? { items, total } : withFresh(cell, other, fresh, shape),
  ])
  const cells: Record<string, LoadedCell> = {
    ...Object.fromEntries(others),
    [key]: { items, total },
  }
  const difference = total - before.total
  const single =
    !shape.subGroup && !several.includes(shape.group) && !isOfProperty(shape.group ?? '')
  if (!single) return { ...data, beyond, cells }
  const group = groupOfCell(key)
  return {
    ...data,
    beyond,
    cells,
    groupTotals: { ...data.groupTotals, [group]: total },
    total: Math.max(0, data.total + difference),
  }
}

// A page usually follows the loaded rows; sorting ten thousand rows for fifty would be noticeable.
function joined(
  old: readonly WorkItem[],
  fresh: readonly WorkItem[],
  shape: ListShape,
): WorkItem[] {
  const { compare, isOrderKnown } = membershipOf(shape)
  const all = [...old, ...fresh]
  const [last, first] = [old.at(-1), fresh[0]]
  if (!isOrderKnown || !last || !first || compare(last, first) < 0) return all
  return all.sort(compare)
}

/** Updates another cell with items that were just read, where they still belong. */
function withFresh(
  cell: LoadedCell,
  key: string,
  fresh: ReadonlyMap<string, WorkItem>,
  shape: ListShape,
): LoadedCell {
  if (!cell.items.some(({ id }) => fresh.has(id))) return cell
  const items = cell.items.flatMap((item) => {
    const now = fresh.get(item.id)
    if (!now) return item
    return cellsOf(now, shape).includes(key) ? now : []
  })
  return { ...cell, items }
}
