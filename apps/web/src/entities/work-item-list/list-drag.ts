import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'
import { showPreview } from '#ui/lists/drag-preview.ts'
import { dropPatch } from './drop.ts'
import { cellIn, cellKey } from './grouped-items.ts'
import type { LayoutProps } from './layout-props.ts'
import type { ItemRow, Row } from './rows.ts'
import type { DropEdge } from './work-item-row.tsx'

/** The line under the pointer, and which half of it. */
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

/** Near its upper and lower end the list scrolls on. */
function scrollAtEdges(list: HTMLElement, clientY: number) {
  const scroller = list.querySelector<HTMLElement>('[data-scroller]') ?? list
  const { top, bottom } = scroller.getBoundingClientRect()
  if (clientY < top + EDGE) scroller.scrollBy(0, -SPEED)
  if (clientY > bottom - EDGE) scroller.scrollBy(0, SPEED)
}

/** One target for the whole list: rows come and go while it scrolls. */
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

/** A row that is touched: carried by its whole self. */
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
  rows: readonly Row[]
  row: ItemRow
  group: string
  target: Over
}

/** What a drop changes: the group, and in manual order the place; undefined when nothing does. */
export function dropRow({
  rows,
  data,
  settings,
  row,
  group,
  target,
}: RowDrop): ItemPatch | undefined {
  const { item } = row
  const { group_by, order_by } = settings.display
  const others = cellIn(data, cellKey(group)).items.filter(({ id }) => id !== item.id)
  const own = row.group === group ? row.index : undefined
  const index = order_by === 'sort_order' ? placeAt(rows, target, others.length, own) : undefined
  const from = { group: row.group }
  return dropPatch({ item, from, to: { group }, others, index }, group_by, null)
}

/** Which place of the group a line stands for; `own` is where the carried one was, if it was there. */
export function placeAt(
  rows: readonly Row[],
  { index, edge }: Over,
  count: number,
  own: number | undefined,
): number {
  const row = rows[index]
  if (row?.kind === 'group') return 0
  if (row?.kind !== 'item') return count
  // Children stand below their parent: to drop there is to drop after it.
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
