import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'
import { showPreview } from '#ui/lists/drag-preview.ts'
import { dropPatch, type StatesByGroup } from './drop.ts'
import { cellIn, cellKey } from './grouped-items.ts'
import type { LayoutProps } from './layout-props.ts'
import type { ItemRow, Row } from './rows.ts'
import type { DropEdge } from './work-item-row.tsx'

/** The row under the pointer, and which half of it. */
export interface Over {
  index: number
  edge: DropEdge
}

interface ListDrop {
  onOver: (over: Over | undefined) => void
  onDrop: (dragged: number, over: Over) => void
}

const lineOf = (element: Element | null) =>
  element?.closest<HTMLElement>('[data-index]') ?? undefined

function overAt(list: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  // Not the topmost element alone: the library puts one of its own under the pointer.
  const under = document.elementsFromPoint(clientX, clientY)
  const line = under.map((element) => lineOf(element)).find((one) => one !== undefined)
  if (!line || !list.contains(line)) return undefined
  const { top, height } = line.getBoundingClientRect()
  const edge: DropEdge = clientY < top + height / 2 ? 'before' : 'after'
  return { index: Number(line.dataset.index), edge }
}

const EDGE = 60
const SPEED = 14

/** Scrolls the list near its upper and lower end. */
function scrollAtEdges(list: HTMLElement, clientY: number) {
  const scroller = list.querySelector<HTMLElement>('[data-scroller]') ?? list
  const { top, bottom } = scroller.getBoundingClientRect()
  if (clientY < top + EDGE) scroller.scrollBy(0, -SPEED)
  if (clientY > bottom - EDGE) scroller.scrollBy(0, SPEED)
}

/** One target for the whole list: rows mount and unmount while it scrolls. */
export function attachList(list: HTMLElement, read: () => ListDrop) {
  return dropTargetForElements({
    element: list,
    canDrop: ({ source }) => source.data.kind === 'list row',
    onDrag: ({ location }) => {
      const { input } = location.current
      scrollAtEdges(list, input.clientY)
      read().onOver(overAt(list, input))
    },
    onDragLeave: () => read().onOver(undefined),
    onDrop: ({ source, location }) => {
      read().onOver(undefined)
      const over = overAt(list, location.current.input)
      if (over) read().onDrop(Number(source.data.index), over)
    },
  })
}

/** Makes a touched row draggable by its whole area. */
export function attachRow(row: HTMLElement, onDragging: (dragging: boolean) => void) {
  return draggable({
    element: row,
    getInitialData: () => ({ kind: 'list row', index: lineOf(row)?.dataset.index }),
    onGenerateDragPreview: ({ nativeSetDragImage }) => showPreview(row, nativeSetDragImage),
    onDragStart: () => onDragging(true),
    onDrop: () => onDragging(false),
  })
}

interface RowDrop extends Pick<LayoutProps, 'data' | 'settings'> {
  references?: StatesByGroup
  rows: readonly Row[]
  row: ItemRow
  group: string
  target: Over
}

const subGroupOf = (cell: string) => cell.split('/')[1]

/**
 * The cell of a line; over a group's header, that group's cell with the row's current sub-group.
 */
function cellAt(line: Row | undefined, { cell }: ItemRow, group: string) {
  return line && 'cell' in line ? line.cell : cellKey(group, subGroupOf(cell))
}

/** What a drop changes: the group, and in manual order the position; undefined if nothing. */
export function dropRow({
  rows,
  data,
  settings,
  references,
  row,
  group,
  target,
}: RowDrop): ItemPatch | undefined {
  const { item } = row
  const { group_by, sub_group_by, order_by } = settings.display
  const cell = cellAt(rows[target.index], row, group)
  const others = cellIn(data, cell).items.filter(({ id }) => id !== item.id)
  const own = row.cell === cell ? row.index : undefined
  const index = order_by === 'sort_order' ? placeAt(rows, target, others.length, own) : undefined
  const from = { group: row.group, subGroup: subGroupOf(row.cell) }
  const to = { group, subGroup: subGroupOf(cell) }
  return dropPatch({ item, from, to, others, index }, group_by, sub_group_by, references)
}

/**
 * The index in the group that a line stands for; `own` is the former index of the dragged row, if
 * it was there.
 */
export function placeAt(
  rows: readonly Row[],
  { index, edge }: Over,
  count: number,
  own: number | undefined,
): number {
  const row = rows[index]
  if (row?.kind === 'group' || row?.kind === 'subgroup') return 0
  if (row?.kind !== 'item') return count
  // Children are below their parent: dropping there means dropping after it.
  let at = index
  while (
    at > 0 &&
    rows[at]?.kind === 'item' &&
    (rows[at] as { index?: number }).index === undefined
  ) {
    at -= 1
  }
  const parent = rows[at]
  if (parent?.kind !== 'item' || parent.index === undefined) return count
  const place = at === index && edge === 'before' ? parent.index : parent.index + 1
  return own !== undefined && own < place ? place - 1 : place
}
