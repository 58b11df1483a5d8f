import { lookup, type WorkItem } from '@cairn/contract'
import { type KeyboardEvent, type MouseEvent, useCallback, useState } from 'react'
import type { Property } from '#entities/work-item/properties.ts'
import type { ItemActions } from '#entities/work-item-list/layout-props.ts'
import type { ItemRow, Row } from '#entities/work-item-list/rows.ts'
import { amongMany, type ItemTarget, useItemKeys } from '#entities/work-item-list/use-item-keys.ts'
import type { ItemRights } from '#entities/work-item-list/use-item-rights.ts'
import type { Edit, Opens } from '#entities/work-item-list/use-row-actions.ts'
import type { Selection } from '#entities/work-item-list/use-selection.ts'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import { HEAD, nextCell } from './grid-keys.ts'

interface TableActionsOptions {
  rows: readonly Row[]
  /** Number of columns besides the first. */
  columnCount: number
  rights: ItemRights
  actions: ItemActions
  selection: Selection | undefined
  /** The selected items, in their current state. */
  chosen: readonly WorkItem[]
  onClear: () => void
  onExpand: (row: ItemRow) => void
  focusCell: (row: number, column: number) => void
}

interface FoundRow {
  item: WorkItem
  key: string
  row: HTMLElement
  line: ItemRow
}

/** Actions of rows and cells, handled once by their table: clicks, keys and menus. */
export function useTableActions(options: TableActionsOptions) {
  const { rows, columnCount, rights, actions, selection, chosen, onClear, onExpand, focusCell } =
    options
  const [edit, setEdit] = useState<Edit>()

  const indexAt = (target: HTMLElement) =>
    Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? HEAD)

  /** The row that contains an element. */
  function rowAt(target: HTMLElement): FoundRow | undefined {
    const row = target.closest<HTMLElement>('[data-row]')
    const line = rows[indexAt(target)]
    if (!row || line?.kind !== 'item') return undefined
    return { row, line, item: line.item, key: line.key }
  }

  const { openAt, openMany } = useItemKeys({
    ...{ selection, chosen, onClear, rights, actions, onOpen: setEdit },
    placeAt: rowAt,
  })

  function toggle(found: FoundRow, anchor: HTMLElement) {
    const what = anchor.dataset.opens as Opens
    const isOpen = edit?.anchor === anchor && edit.what === what
    setEdit(isOpen ? undefined : { ...found, what, anchor, returnTo: anchor })
  }

  function handleClick(event: MouseEvent) {
    const target = event.target as HTMLElement
    const found = rowAt(target)
    if (!found) return
    if (target.closest('a[data-stay]')) return
    const anchor = target.closest<HTMLElement>('[data-opens]')
    if (anchor) return toggle(found, anchor)
    if (target.closest('[data-expand]')) return onExpand(found.line)
    if (target.closest('[data-check]')) return selection?.toggle(found.item.id, event.shiftKey)
    if (!target.closest('[data-col="0"]')) return
    // The name is a link: with Ctrl the browser handles the click.
    if (target.closest('a') && (event.ctrlKey || event.metaKey || event.shiftKey)) return
    event.preventDefault()
    actions.open(found.item, event)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const focused = event.target as HTMLElement
    // After a click on a name, the focus is on the link.
    const target = (focused.matches('a') && focused.closest<HTMLElement>('[data-col]')) || focused
    const { col } = target.dataset
    if (col === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.defaultPrevented || target.ariaExpanded === 'true') return
    const action = actionOf(event, target, { row: indexAt(target), column: Number(col) })
    if (!action) return
    event.preventDefault()
    // Handled before the headers, whose menus would open.
    event.stopPropagation()
    action()
  }

  function actionOf(
    event: KeyboardEvent,
    target: HTMLElement,
    at: { row: number; column: number },
  ): (() => void) | false | undefined {
    const next = nextCell(event.key, at, { rows: rows.length, columns: columnCount + 1 })
    if (next) return () => step(event, at, next)
    const found = rowAt(target)
    // A header is a button and handles its own keys.
    if (!found) return undefined
    const { item } = found
    if (event.key === 'Enter' || event.key === ' ') return () => activate(found, target)
    if (event.key === 'Escape') return () => leave(target)
    const known: Record<string, (() => void) | false | undefined> = {
      '+': item.sub_issues_count > 0 && !found.line.open && (() => onExpand(found.line)),
      '-': found.line.open && (() => onExpand(found.line)),
      Delete: rights.canRemove(item) && (() => actions.askRemove(item)),
      Backspace: rights.canRemove(item) && (() => actions.askRemove(item)),
    }
    // The selection has priority over the focused row.
    if (chosen.length > 0 && (event.key === 'Delete' || event.key === 'Backspace')) return undefined
    return lookup(known, event.key)
  }

  /** With Shift, up and down select the rows they pass. */
  function step(
    event: KeyboardEvent,
    from: { row: number; column: number },
    to: { row: number; column: number },
  ) {
    focusCell(to.row, to.column)
    const line = rows[to.row]
    const passes = event.shiftKey && from.row !== to.row && line?.kind === 'item'
    if (passes && rights.isMember(line.item)) selection?.toggle(line.item.id)
  }

  /** The action of the cell: its picker, its link, or the item itself. */
  function activate(found: FoundRow, cell: HTMLElement) {
    if (cell.dataset.opens) return toggle(found, cell)
    if (cell.dataset.col === '0') return actions.open(found.item)
    cell.querySelector('a')?.click()
  }

  function leave(cell: HTMLElement) {
    if (selection?.ids.size) selection.clear()
    else cell.blur()
  }

  function menuOf(found: ItemTarget, point?: DOMRect): MenuEntry[] {
    const many = amongMany(chosen, found.item)
    const onProperty = (what: Property) => openAt(found, what, { many, point })
    return actions.menuOf(found.item, { many, onProperty })
  }

  function entriesAt(target: HTMLElement, point: DOMRect): MenuEntry[] {
    const found = rowAt(target)
    return found ? menuOf(found, point) : []
  }

  const stop = useCallback(() => setEdit(undefined), [])

  return {
    edit,
    stop,
    menuOf,
    entriesAt,
    openMany,
    handlers: { onClick: handleClick, onKeyDownCapture: handleKeyDown },
  }
}
