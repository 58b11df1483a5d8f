import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { showPreview } from '#ui/lists/drag-preview.ts'
import { startAutoScroll } from './auto-scroll.ts'
import type { CardPosition, Over } from './board-positions.ts'

type Point = { clientX: number; clientY: number }

/**
 * The drop position under the pointer. One target for the whole board: cards mount and unmount
 * while it scrolls.
 */
function overAt(board: HTMLElement, { clientX, clientY }: Point): Over | undefined {
  const cell = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-cell]')
  if (!cell || !board.contains(cell)) return undefined
  const name = cell.dataset.cell ?? ''
  const cards = [...cell.querySelectorAll<HTMLElement>('[data-item]')]
  const below = cards.find((card) => {
    const { top, height } = card.getBoundingClientRect()
    return clientY < top + height / 2
  })
  if (below) return { cell: name, card: below.dataset.item, edge: 'before' }
  return { cell: name, card: cards.at(-1)?.dataset.item, edge: 'after' }
}

interface BoardDrop {
  onOver: (over: Over | undefined) => void
  onDrop: (over: Over) => void
}

export function attachBoard(board: HTMLElement, read: () => BoardDrop) {
  const scrolling = startAutoScroll(board)
  const detach = dropTargetForElements({
    element: board,
    canDrop: ({ source }) => source.data.kind === 'board card',
    onDrag: ({ location }) => {
      const { input } = location.current
      scrolling.move(input.clientX, input.clientY)
      read().onOver(overAt(board, input))
    },
    onDragLeave: () => read().onOver(undefined),
    onDrop: ({ location }) => {
      const over = overAt(board, location.current.input)
      read().onOver(undefined)
      if (over) read().onDrop(over)
    },
  })
  return () => {
    scrolling.stop()
    detach()
  }
}

/** The area at the top that deletes what is dropped on it. */
export function attachDeleteZone(
  zone: HTMLElement,
  { onOver, onDrop }: { onOver: (over: boolean) => void; onDrop: () => void },
) {
  return dropTargetForElements({
    element: zone,
    canDrop: ({ source }) => source.data.kind === 'board card',
    onDragEnter: () => onOver(true),
    onDragLeave: () => onOver(false),
    onDrop: () => {
      onOver(false)
      onDrop()
    },
  })
}

export interface CardDrag {
  onStart: (place: CardPosition) => void
  onEnd: () => void
}

/** Makes a touched card draggable as a whole. */
export function attachCard(card: HTMLElement, read: () => CardDrag) {
  return draggable({
    element: card,
    getInitialData: () => ({ kind: 'board card' }),
    onGenerateDragPreview: ({ nativeSetDragImage }) => showPreview(card, nativeSetDragImage),
    onDragStart: () =>
      read().onStart({
        id: card.dataset.item ?? '',
        cell: card.closest<HTMLElement>('[data-cell]')?.dataset.cell ?? '',
      }),
    onDrop: () => read().onEnd(),
  })
}
