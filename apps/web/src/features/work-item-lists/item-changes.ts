import { lookup, type Page, type WorkItem, type WorkItemEvent } from '@cairn/contract'
import {
  ALL,
  cellIn,
  cellKey,
  findItem,
  groupOfCell,
  itemsIn,
  type ListShape,
  type LoadedCell,
  type LoadedItems,
  NONE,
} from './grouped-items.ts'
import { type ItemTest, itemTest } from './item-test.ts'
import { teamProjectsOf } from './list-context.ts'
import { type GroupField, groupFilters } from './list-params.ts'
import { compare, isTold } from './order.ts'

const some = (ids: readonly string[]) => (ids.length > 0 ? ids : [NONE])

const values: Record<GroupField, (item: WorkItem) => readonly string[]> = {
  state_id: (item) => [item.state_id],
  priority: (item) => [item.priority],
  state__group: (item) => [item.state__group],
  project_id: (item) => [item.project_id],
  labels__id: (item) => some(item.label_ids),
  assignees__id: (item) => some(item.assignee_ids),
  cycle_id: (item) => [item.cycle_id ?? NONE],
  issue_module__module_id: (item) => some(item.module_ids),
  created_by: (item) => [item.created_by ?? NONE],
  target_date: (item) => [item.target_date ?? NONE],
}

/** An item can be in more than one of these. */
const several = ['labels__id', 'assignees__id', 'issue_module__module_id'] as const

interface Rules {
  /** Groups that are shown at all, where the grouping is filtered too. */
  only: Partial<Record<GroupField, readonly string[]>>
  /** Whether a project's items can be in it at all: the socket tells of every project one is in. */
  isOurs: (project_id: string) => boolean
  test: ItemTest
}

const known = new WeakMap<ListShape, Rules>()

/** What a list's request means for a single item; worked out once per answer. */
export function rulesOf(shape: ListShape): Rules {
  const before = known.get(shape)
  if (before) return before
  const { context, params, isJoined } = shape
  const only: Rules['only'] = {}
  for (const field of several) {
    const wanted = params[groupFilters[field]]
    if (wanted) only[field] = wanted.split(',')
  }
  const rules = {
    only,
    isOurs: (project_id: string) => {
      if ('project_id' in context) return project_id === context.project_id
      return isJoined(project_id) && (teamProjectsOf(context)?.includes(project_id) ?? true)
    },
    test: itemTest(context, params),
  }
  known.set(shape, rules)
  return rules
}

function groupsOf(item: WorkItem, field: GroupField | null, shape: ListShape) {
  if (!field) return [ALL]
  const shown = rulesOf(shape).only[field]
  return values[field](item).filter((id) => !shown || shown.includes(id))
}

/** The cells an item belongs to. */
export function cellsOf(item: WorkItem, shape: ListShape): string[] {
  const groups = groupsOf(item, shape.group, shape)
  if (!shape.subGroup) return groups.map((group) => cellKey(group))
  const subGroups = groupsOf(item, shape.subGroup, shape)
  return groups.flatMap((group) => subGroups.map((subGroup) => cellKey(group, subGroup)))
}

/** An item that is loaded, or that an event told of; null: known not to be here; undefined: unknown. */
function seen(data: LoadedItems, id: string): WorkItem | null | undefined {
  return findItem(data, id) ?? lookup(data.beyond, id)
}

/** The same for many of them: the list is then gone through once. */
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

/** One more or one less of the whole, and of every group the cells are in. */
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

function sortIn(items: readonly WorkItem[], item: WorkItem, order: string): WorkItem[] {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(items[middle] as WorkItem, item, order) < 0) low = middle + 1
    else high = middle
  }
  return items.toSpliced(low, 0, item)
}

/** Into the loaded rows where their place is among them, else only into the count. */
function putIn(data: LoadedItems, items: readonly WorkItem[]): LoadedItems {
  const { shape } = data
  const { order } = shape
  const beyond = new Map(Object.entries(data.beyond))
  for (const { id } of items) beyond.delete(id)
  let next = items.reduce((before, item) => count(before, cellsOf(item, shape), 1), data)
  const loaded = new Set<string>()
  for (const [key, those] of byCell(items, shape)) {
    const cell = cellIn(next, key)
    const last = cell.items.at(-1)
    const inside = those.filter(
      (item) => isWhole(cell) || (last !== undefined && compare(item, last, order) < 0),
    )
    for (const { id } of inside) loaded.add(id)
    const [first] = inside
    const rows =
      first && inside.length === 1
        ? sortIn(cell.items, first, order)
        : joined(
            cell.items,
            inside.toSorted((a, b) => compare(a, b, order)),
            order,
          )
    next = withCell(next, key, { items: rows, total: cell.total + those.length })
  }
  for (const item of items) if (!loaded.has(item.id)) beyond.set(item.id, item)
  return { ...next, beyond: Object.fromEntries(beyond) }
}

const doubt = (data: LoadedItems): LoadedItems =>
  data.doubtful ? data : { ...data, doubtful: true }

/** Rows where they stood, with what is new of them. */
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

/** Moves an item whose place we know, or adds one that is new, to where it now belongs. */
export const place = (data: LoadedItems, item: WorkItem) => placeAll(data, [item])

/** The same for many: each cell is gone through once, and not once for each of them. */
export function placeAll(data: LoadedItems, items: readonly WorkItem[]): LoadedItems {
  const { shape } = data
  const { order } = shape
  const { test } = rulesOf(shape)
  const find = finder(data, items.length)
  const stay: WorkItem[] = []
  const leave: WorkItem[] = []
  const come: WorkItem[] = []
  const gone: string[] = []
  let doubtful = false
  for (const item of items) {
    const was = find(item.id)
    const belongs = test(item)
    if (belongs === false) {
      gone.push(item.id)
      continue
    }
    doubtful ||= belongs === undefined || !isTold(order)
    if (belongs === undefined && !was) continue
    // Some lists tell more of an item than others.
    const merged = was ? { ...was, ...item } : item
    const stays = was && String(cellsOf(was, shape)) === String(cellsOf(merged, shape))
    const isLoaded = lookup(data.beyond, item.id) === undefined
    // Where rows do not tell the order, it stands where it stood until the list is read again.
    if (stays && (!isTold(order) || (isLoaded && compare(was, merged, order) === 0))) {
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
  return doubtful ? doubt(next) : next
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

/** It was in a cell that is not wholly loaded. In which one, only counting again can tell. */
function lessOfSome(data: LoadedItems): LoadedItems {
  const [only, ...others] = partial(data)
  if (only === undefined) return data
  return doubt(others.length === 0 ? lessOf(data, only) : data)
}

function lessOf(data: LoadedItems, key: string): LoadedItems {
  const cell = cellIn(data, key)
  return withCell(count(data, [key], -1), key, { ...cell, total: cell.total - 1 })
}

/** The list after something happened. Saying the same thing twice changes nothing the second time. */
export function applyToList(data: LoadedItems, event: WorkItemEvent): LoadedItems {
  const { isOurs, test } = rulesOf(data.shape)
  if (event.type === 'work_item.removed') {
    if (!isOurs(event.project_id)) return data
    // What goes from everywhere else may have come here, and may be here already.
    return data.shape.context.kind === 'archived' ? doubt(data) : remove(data, event.id)
  }
  if (event.type === 'work_item.many_saved') return isOurs(event.project_id) ? doubt(data) : data
  const item = event.work_item
  if (!isOurs(item.project_id)) return data
  const was = seen(data, item.id)
  if (was && Date.parse(was.updated_at) > Date.parse(item.updated_at)) return data
  if (was !== undefined) return place(data, item)
  const belongs = test(item)
  if (belongs === undefined) return doubt(data)
  if (!belongs) return outside(data, item)
  return meet(data, item)
}

/** Changed so that it is not in the list; before, it may have been in the part that is not loaded. */
function outside(data: LoadedItems, item: WorkItem): LoadedItems {
  if (isNew(item) || partial(data).length === 0) return data
  return doubt({ ...data, beyond: { ...data.beyond, [item.id]: null } })
}

const isNew = ({ created_at, updated_at }: WorkItem) => created_at === updated_at

/** An item we have not seen: just created, or moved here from rows that are not loaded. */
function meet(data: LoadedItems, item: WorkItem): LoadedItems {
  const placed = place(data, item)
  const candidates = partial(data)
  const own = cellsOf(item, data.shape)
  // Nothing is hidden from us, so it came from outside: restored, moved here, or it meets the filters now.
  if (candidates.length === 0) return placed
  if (isNew(item)) return own.some((key) => candidates.includes(key)) ? doubt(placed) : placed
  // It can only have come from there: the total of the two together stays.
  const [only] = candidates
  if (candidates.length === 1 && only !== undefined) return doubt(lessOf(placed, only))
  const [first] = own
  const stays = own.length === 1 && first !== undefined && candidates.includes(first)
  return doubt(stays ? lessOf(placed, first) : placed)
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
  const items = joined(old, [...fresh.values()], shape.order)
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
  const single = !shape.subGroup && !several.some((field) => field === shape.group)
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

// A page mostly follows what is there; sorting ten thousand rows for fifty would be seen.
function joined(old: readonly WorkItem[], fresh: readonly WorkItem[], order: string): WorkItem[] {
  const all = [...old, ...fresh]
  const [last, first] = [old.at(-1), fresh[0]]
  if (!isTold(order) || !last || !first || compare(last, first, order) < 0) return all
  return all.sort((a, b) => compare(a, b, order))
}

/** What another cell shows of items that were just read: their new rows, where they still belong. */
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
