import type { WorkItem } from '@cairn/contract'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { cellIn } from '#entities/work-item-list/grouped-items.ts'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'
import type { CardDrag } from './board-drag.ts'
import { type CardPosition, indexAt, type Over } from './board-positions.ts'
import type { BoardMoves } from './use-board-moves.ts'

const loadDrag = () => import('./board-drag.ts')

interface BoardDragOptions extends Pick<LayoutProps, 'data' | 'actions' | 'rights'> {
  board: RefObject<HTMLElement | null>
  moves: BoardMoves
}

export interface Carried extends CardPosition {
  item: WorkItem
}

/** Drags cards to another cell, in manual order to another position, or to the delete zone. */
export function useBoardDrag({ board, data, actions, rights, moves }: BoardDragOptions) {
  const { t } = useTranslation()
  const [carried, setCarried] = useState<Carried>()
  const [over, setOver] = useState<Over>()

  function handleStart({ cell, id }: CardPosition) {
    const item = cellIn(data, cell).items.find((one) => one.id === id)
    if (!item) return
    if (!rights.canChange(item)) return moves.warn(t('board.not_allowed'))
    if (!moves.allowed) return moves.warn(t('board.grouping_fixed'))
    latest.current.carried = { item, cell, id }
    setCarried({ item, cell, id })
  }

  function handleDrop(to: Over) {
    const from = latest.current.carried
    if (!from) return
    const { items } = cellIn(data, to.cell)
    moves.move(from, to.cell, moves.manual ? indexAt(items, to, from.id) : undefined)
  }

  const handleEnd = () => setCarried(undefined)
  // The card is notified of the end of a drag before the drop target.
  const latest = useRef<{ carried?: Carried; drop: typeof handleDrop; card: CardDrag }>({
    drop: handleDrop,
    card: { onStart: handleStart, onEnd: handleEnd },
  })
  useLayoutEffect(() => {
    latest.current.drop = handleDrop
    latest.current.card = { onStart: handleStart, onEnd: handleEnd }
  })

  const dragging = carried !== undefined
  useEffect(() => {
    if (!dragging) return
    let detach: (() => void) | undefined
    let gone = false
    void loadDrag().then(({ attachBoard }) => {
      if (gone || !board.current) return
      detach = attachBoard(board.current, () => ({
        onOver: (next) => setOver((old) => (isSame(old, next) ? old : next)),
        onDrop: (to) => latest.current.drop(to),
      }))
    })
    return () => {
      gone = true
      detach?.()
      setOver(undefined)
    }
  }, [dragging, board])

  const attachDrag = useCallback((card: HTMLElement) => {
    let detach: (() => void) | undefined
    let gone = false
    void loadDrag().then(({ attachCard }) => {
      if (!gone) detach = attachCard(card, () => latest.current.card)
    })
    return () => {
      gone = true
      detach?.()
    }
  }, [])

  const handleDelete = () => {
    const from = latest.current.carried
    if (from) actions.askRemove(from.item)
  }

  return { attachDrag, carried, over: dragging ? over : undefined, handleDelete }
}

const isSame = (a: Over | undefined, b: Over | undefined) =>
  a?.cell === b?.cell && a?.card === b?.card && a?.edge === b?.edge
