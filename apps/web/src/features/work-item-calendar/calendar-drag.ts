import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { showPreview } from '#ui/lists/drag-preview.ts'

interface CalendarDrop {
  onOver: (day: string | undefined) => void
  onDrop: (id: string, day: string) => void
}

interface Point {
  clientX: number
  clientY: number
}

// Not only the topmost element: the library puts its own under the pointer.
function dayAt(grid: HTMLElement, { clientX, clientY }: Point) {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const cell = element.closest<HTMLElement>('[data-day]')
    if (cell && grid.contains(cell)) return cell.dataset.day
  }
  return undefined
}

const EDGE = 40
const SPEED = 12

/** One target for all days. */
export function attachGrid(grid: HTMLElement, read: () => CalendarDrop) {
  return dropTargetForElements({
    element: grid,
    canDrop: ({ source }) => source.data.kind === 'calendar item',
    onDrag: ({ location }) => {
      const { input } = location.current
      const { top, bottom } = grid.getBoundingClientRect()
      if (input.clientY < top + EDGE) grid.scrollBy(0, -SPEED)
      if (input.clientY > bottom - EDGE) grid.scrollBy(0, SPEED)
      read().onOver(dayAt(grid, input))
    },
    onDragLeave: () => read().onOver(undefined),
    onDrop: ({ source, location }) => {
      read().onOver(undefined)
      const day = dayAt(grid, location.current.input)
      if (day) read().onDrop(String(source.data.id), day)
    },
  })
}

export const attachBlock = (block: HTMLElement, id: string) =>
  draggable({
    element: block,
    getInitialData: () => ({ kind: 'calendar item', id }),
    onGenerateDragPreview: ({ nativeSetDragImage }) => showPreview(block, nativeSetDragImage),
  })
