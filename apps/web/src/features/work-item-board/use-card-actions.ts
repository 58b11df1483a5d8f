import { lookup, type WorkItem } from '@cairn/contract'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useCallback, useState } from 'react'
import type { Property } from '#entities/work-item/properties.ts'
import { cellIn } from '#entities/work-item-list/grouped-items.ts'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'
import { type ItemTarget, useItemKeys } from '#entities/work-item-list/use-item-keys.ts'
import type { Edit, Opens } from '#entities/work-item-list/use-row-actions.ts'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import { type Arrow, type BoardGrid, type CardPosition, nextCard } from './board-positions.ts'
import type { BoardMoves } from './use-board-moves.ts'

interface CardActionsOptions extends Pick<LayoutProps, 'data' | 'actions' | 'rights'> {
  grid: BoardGrid
  moves: BoardMoves
  focusCard: (place: CardPosition) => void
  onActive: (place: CardPosition) => void
}

interface FoundCard extends ItemTarget {
  cell: string
}

const noItems: readonly WorkItem[] = []

const arrows: Partial<Record<string, Arrow>> = {
  ArrowUp: 'ArrowUp',
  k: 'ArrowUp',
  ArrowDown: 'ArrowDown',
  j: 'ArrowDown',
  ArrowLeft: 'ArrowLeft',
  ArrowRight: 'ArrowRight',
}

/** Actions of cards, handled once by their board: clicks, keys and menus. */
export function useCardActions(options: CardActionsOptions) {
  const { data, actions, rights, grid, moves, focusCard, onActive } = options
  const [edit, setEdit] = useState<Edit>()

  /** The card that contains an element. */
  function cardAt(target: HTMLElement): FoundCard | undefined {
    const row = target.closest<HTMLElement>('[data-card]')
    const cell = row?.closest<HTMLElement>('[data-cell]')?.dataset.cell
    if (!row || cell === undefined) return undefined
    const item = cellIn(data, cell).items.find(({ id }) => id === row.dataset.item)
    return item ? { item, cell, key: `${cell}|${item.id}`, row } : undefined
  }

  const { openAt } = useItemKeys({
    ...{ selection: undefined, chosen: noItems, rights, actions, onOpen: setEdit },
    placeAt: cardAt,
  })

  function toggle(found: FoundCard, anchor: HTMLElement) {
    const what = anchor.dataset.opens as Opens
    const isOpen = edit?.anchor === anchor && edit.what === what
    setEdit(isOpen ? undefined : { ...found, what, anchor, returnTo: anchor })
  }

  function handleClick(event: MouseEvent) {
    const target = event.target as HTMLElement
    const found = cardAt(target)
    if (!found) return
    const anchor = target.closest<HTMLElement>('[data-opens]')
    if (anchor) return toggle(found, anchor)
    if (target.closest('[data-stay]')) return
    // The name is a link: with Ctrl the browser handles the click.
    if (target.closest('a') && (event.ctrlKey || event.metaKey || event.shiftKey)) return
    event.preventDefault()
    actions.open(found.item, event)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    if (event.ctrlKey || event.metaKey || event.defaultPrevented) return
    // After a click on the name, the focus is on the link.
    if (!target.matches('[data-card], [data-card] a')) return
    if (event.key === 'Escape') return target.blur()
    const found = cardAt(target)
    const action = found && actionOf(event, found)
    if (!action) return
    event.preventDefault()
    action()
  }

  function actionOf(event: KeyboardEvent, found: FoundCard): (() => void) | false | undefined {
    const { item, cell } = found
    const arrow = lookup(arrows, event.key)
    if (event.altKey) return arrow && (() => moves.step(found, arrow))
    if (arrow) {
      const next = nextCard(data, grid, { cell, id: item.id }, arrow)
      return next && (() => focusCard(next))
    }
    if (event.key === 'Enter') return () => actions.open(item)
    const known: Record<string, (() => void) | false> = {
      Delete: rights.canRemove(item) && (() => actions.askRemove(item)),
      Backspace: rights.canRemove(item) && (() => actions.askRemove(item)),
    }
    return lookup(known, event.key)
  }

  function handleFocus(event: FocusEvent) {
    const found = cardAt(event.target as HTMLElement)
    if (found) onActive({ cell: found.cell, id: found.item.id })
  }

  const menuOf = (found: ItemTarget, point?: DOMRect): MenuEntry[] => {
    const cell = found.key.slice(0, found.key.lastIndexOf('|'))
    const onProperty = (what: Property) => openAt(found, what, { point })
    return [
      ...moves.entriesOf({ item: found.item, cell }),
      ...actions.menuOf(found.item, { onProperty }),
    ]
  }

  function entriesAt(target: HTMLElement, point: DOMRect): MenuEntry[] {
    const found = cardAt(target)
    return found ? menuOf(found, point) : []
  }

  const stop = useCallback(() => setEdit(undefined), [])

  return {
    edit,
    stop,
    menuOf,
    entriesAt,
    handlers: { onClick: handleClick, onKeyDown: handleKeyDown, onFocus: handleFocus },
  }
}
