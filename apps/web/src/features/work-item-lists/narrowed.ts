import type { WorkItem } from '@cairn/contract'
import { groupOfCell, type ListShape, type LoadedCell, type LoadedItems } from './grouped-items.ts'
import { cellsOf, rulesOf } from './item-changes.ts'

// A list is drawn many times before the server has answered.
const known = new WeakMap<LoadedItems, { name: string; narrower: LoadedItems }>()

/**
 * What is known of a list before the server has answered: the loaded rows of another one, grouped and
 * ordered like it, that belong to it too. There may be more, so nothing is counted. Undefined where none
 * is known. `name` names what was asked.
 */
export function narrowed(
  loaded: LoadedItems,
  shape: ListShape,
  name: string,
): LoadedItems | undefined {
  // What comes first in another order may not be loaded.
  if (shape.order !== loaded.shape.order) return undefined
  const before = known.get(loaded)
  const narrower = before?.name === name ? before.narrower : narrow(loaded, shape)
  known.set(loaded, { name, narrower })
  return narrower.total > 0 ? narrower : undefined
}

function narrow(loaded: LoadedItems, shape: ListShape): LoadedItems {
  const { test } = rulesOf(shape)
  const cells = new Map<string, LoadedCell>()
  const groupTotals = new Map<string, number>()
  let total = 0
  for (const [key, cell] of Object.entries(loaded.cells)) {
    const belongs = (item: WorkItem) => test(item) === true && cellsOf(item, shape).includes(key)
    const items = cell.items.filter(belongs)
    const group = groupOfCell(key)
    cells.set(key, { items, total: items.length })
    groupTotals.set(group, (groupTotals.get(group) ?? 0) + items.length)
    total += items.length
  }
  return {
    shape,
    cells: Object.fromEntries(cells),
    groupTotals: Object.fromEntries(groupTotals),
    total,
    beyond: {},
    doubtful: false,
    uncounted: true,
  }
}
