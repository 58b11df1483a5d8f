import { lookup, type WorkItem } from '@cairn/contract'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useCallback, useState } from 'react'
import { propertyKeys } from '#entities/work-item/properties.ts'
import { cellIn } from '#entities/work-item-list/grouped-items.ts'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'
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

interface FoundCard {
  item: WorkItem
  cell: string
  key: string
  row: HTMLElement
}

const arrows: Partial<Record<string, Arrow>> = {
  ArrowUp: 'ArrowUp',
  k: 'ArrowUp',
  ArrowDown: 'ArrowDown',
  j: 'ArrowDown',
  ArrowLeft: 'ArrowLeft',
  ArrowRight: 'ArrowRight',
}

/** What cards can do, heard once by their board: by a click, a key, or a menu. */
export function useCardActions(options: CardActionsOptions) {
  const { data, actions, rights, grid, moves, focusCard, onActive } = options
  const [edit, setEdit] = useState<Edit>()

  /** The card something is in. */
  function cardAt(target: HTMLElement): FoundCard | undefined {
    const row = target.closest<HTMLElement>('[data-card]')
    const cell = row?.closest<HTMLElement>('[data-cell]')?.dataset.cell
    if (!row || cell === undefined) return undefined
    const item = cellIn(data, cell).items.find(({ id }) => id === row.dataset.item)
    return item ? { item, cell, key: `${cell}|${item.id}`, row } : undefined
  }

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
    // The name is a link: with Ctrl the browser opens it itself.
    if (target.closest('a') && (event.ctrlKey || event.metaKey || event.shiftKey)) return
    event.preventDefault()
    actions.open(found.item, event)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    if (event.ctrlKey || event.metaKey || event.defaultPrevented) return
    // A click on the name leaves the focus there.
    if (!target.matches('[data-card], [data-card] a')) return
    if (event.key === 'Escape') return target.blur()
    const found = cardAt(target)
    const action = found && actionOf(event, found)
    if (!action) return
    event.preventDefault()
    action()
  }

  function actionOf(event: KeyboardEvent, found: FoundCard): (() => void) | false | undefined {
    const { item, cell, row } = found
    const arrow = lookup(arrows, event.key)
    if (event.altKey) return arrow && (() => moves.step(found, arrow))
    if (arrow) {
      const next = nextCard(data, grid, { cell, id: item.id }, arrow)
      return next && (() => focusCard(next))
    }
    const property = lookup(propertyKeys, event.key)
    if (property) {
      const anchor = row.querySelector<HTMLElement>(`[data-opens=${property}]`) ?? row
      const opened = { ...found, what: property, anchor, returnTo: row }
      return rights.canChange(item, property) && (() => setEdit(opened))
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

  const menuOf = (found: Pick<FoundCard, 'item' | 'key'>): MenuEntry[] => {
    const cell = found.key.slice(0, found.key.lastIndexOf('|'))
    return [...moves.entriesOf({ item: found.item, cell }), ...actions.menuOf(found.item)]
  }

  function entriesAt(target: HTMLElement): MenuEntry[] {
    const found = cardAt(target)
    return found ? menuOf(found) : []
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
