import type { WorkItem } from '@cairn/contract'
import type { DropPosition } from '#entities/work-item-list/drop.ts'
import { cellIn, cellKey, type LoadedItems } from '#entities/work-item-list/grouped-items.ts'

/** A drop position: before or after a card, or at the end of its cell. */
export interface Over {
  cell: string
  card?: string
  edge: 'before' | 'after'
}

export function placeOf(cell: string): DropPosition {
  const [group = '', subGroup] = cell.split('/')
  return { group, subGroup }
}

/** The index of that position among the cell's other cards. */
export function indexAt(items: readonly WorkItem[], { card, edge }: Over, dragged: string) {
  const others = items.filter(({ id }) => id !== dragged).length
  const at = items.findIndex(({ id }) => id === card)
  if (at < 0) return others
  const before = items.slice(0, edge === 'after' ? at + 1 : at)
  return before.filter(({ id }) => id !== dragged).length
}

/** The board as a grid of cells: columns, and lanes from top to bottom if there are any. */
export interface BoardGrid {
  columns: readonly string[]
  lanes: readonly string[] | undefined
}

const cellAt = ({ columns, lanes }: BoardGrid, column: number, lane: number) => {
  const group = columns[column]
  if (group === undefined) return undefined
  if (!lanes) return lane === 0 ? cellKey(group) : undefined
  const subGroup = lanes[lane]
  return subGroup === undefined ? undefined : cellKey(group, subGroup)
}

const positionOf = ({ columns, lanes }: BoardGrid, cell: string) => {
  const { group, subGroup } = placeOf(cell)
  return { column: columns.indexOf(group), lane: lanes?.indexOf(subGroup ?? '') ?? 0 }
}

/** The cell beside, above or below another one. */
export function neighbourCell(grid: BoardGrid, cell: string, columns: number, lanes: number) {
  const { column, lane } = positionOf(grid, cell)
  return cellAt(grid, column + columns, lane + lanes)
}

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

export interface CardPosition {
  cell: string
  id: string
}

/** The card an arrow key moves to: in the cell, then in the next cell that has one. */
export function nextCard(
  data: LoadedItems,
  grid: BoardGrid,
  { cell, id }: CardPosition,
  arrow: Arrow,
): CardPosition | undefined {
  const items = cellIn(data, cell).items
  const at = items.findIndex((item) => item.id === id)
  const vertical = arrow === 'ArrowUp' || arrow === 'ArrowDown'
  const step = arrow === 'ArrowUp' || arrow === 'ArrowLeft' ? -1 : 1
  const beside = vertical ? items[at + step] : undefined
  if (beside) return { cell, id: beside.id }
  let next = neighbourCell(grid, cell, vertical ? 0 : step, vertical ? step : 0)
  while (next !== undefined) {
    const there = cellIn(data, next).items
    const wanted = vertical ? (step > 0 ? 0 : there.length - 1) : Math.min(at, there.length - 1)
    const item = there[wanted]
    if (item) return { cell: next, id: item.id }
    // A board without lanes has no cells above or below.
    next = neighbourCell(grid, next, vertical ? 0 : step, vertical ? step : 0)
  }
  return undefined
}
