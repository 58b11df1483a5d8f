import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { cellIn, type LoadedItems } from '#entities/work-item-list/grouped-items.ts'
import { useTabState } from '#ui/platform/tab-state.ts'
import type { CardPosition } from './board-positions.ts'

const nameOf = ({ cell, id }: CardPosition) => `${cell}|${id}`

const findCard = (board: HTMLElement | null, { cell, id }: CardPosition) =>
  board?.querySelector<HTMLElement>(
    `[data-cell="${CSS.escape(cell)}"] [data-item="${CSS.escape(id)}"]`,
  ) ?? undefined

const behavior = () =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'

interface Following {
  id: string
  /** Undefined: any cell. */
  cell: string | undefined
  focus: boolean
}

const cellWith = ({ cells }: LoadedItems, wanted: string) =>
  Object.keys(cells).find((cell) => cells[cell]?.items.some(({ id }) => id === wanted))

/**
 * Finds cards on the board, also those not rendered yet: the component that renders a cell
 * registers how to scroll to its cards (`attachCell`), and each card reports when it is rendered
 * (`handleDrawn`).
 */
export function useCards(board: RefObject<HTMLElement | null>, data: LoadedItems) {
  const [active, setActive] = useTabState<CardPosition | undefined>('active', undefined)
  const [arrived, setArrived] = useState<CardPosition>()
  const wanted = useRef<string>(undefined)
  const following = useRef<Following>(undefined)
  const cells = useRef(new Map<string, (id: string) => void>())

  const attachCell = useCallback((cell: string, scrollTo: (id: string) => void) => {
    cells.current.set(cell, scrollTo)
    return () => void cells.current.delete(cell)
  }, [])

  const handleDrawn = useCallback((card: HTMLElement, place: CardPosition) => {
    if (wanted.current !== nameOf(place)) return
    wanted.current = undefined
    card.focus()
  }, [])

  const bring = useCallback(
    (place: CardPosition, focus: boolean) => {
      const card = findCard(board.current, place)
      if (card && focus) return card.focus()
      if (card) {
        return card.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: behavior() })
      }
      if (focus) wanted.current = nameOf(place)
      board.current
        ?.querySelector(`[data-cell="${CSS.escape(place.cell)}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      cells.current.get(place.cell)?.(place.id)
    },
    [board],
  )
  const focusCard = useCallback((place: CardPosition) => bring(place, true), [bring])

  // Restores the focused card after Back or a reload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the board is drawn first
  useEffect(() => {
    const isThere = active && cellIn(data, active.cell).items.some(({ id }) => id === active.id)
    if (isThere && document.activeElement === document.body) focusCard(active)
  }, [])

  // Highlights a moved card at its new position once it is rendered.
  useEffect(() => {
    const followed = following.current
    if (!followed) return
    following.current = undefined
    const { id, focus } = followed
    const cell = followed.cell ?? cellWith(data, id)
    if (cell === undefined) return
    setArrived({ id, cell })
    bring({ id, cell }, focus)
  }, [data, bring])

  const follow = useCallback((id: string, cell: string | undefined, focus: boolean) => {
    following.current = { id, cell, focus }
  }, [])

  return { active, setActive, arrived, attachCell, handleDrawn, focusCard, follow }
}
