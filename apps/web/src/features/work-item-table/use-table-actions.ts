import { lookup, type WorkItem } from '@cairn/contract'
import { type KeyboardEvent, type MouseEvent, useCallback, useState } from 'react'
import { propertyKeys } from '#entities/work-item/properties.ts'
import type { ItemActions } from '#entities/work-item-list/layout-props.ts'
import type { ItemRow, Row } from '#entities/work-item-list/rows.ts'
import type { ItemRights } from '#entities/work-item-list/use-item-rights.ts'
import type { Edit, Opens } from '#entities/work-item-list/use-row-actions.ts'
import type { Selection } from '#entities/work-item-list/use-selection.ts'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import { HEAD, nextCell } from './grid-keys.ts'

interface TableActionsOptions {
  rows: readonly Row[]
  /** How many columns there are beside the first. */
  columnCount: number
  rights: ItemRights
  actions: ItemActions
  selection: Selection | undefined
  onExpand: (row: ItemRow) => void
  focusCell: (row: number, column: number) => void
}

interface FoundRow {
  item: WorkItem
  key: string
  row: HTMLElement
  line: ItemRow
}

/** What rows and cells can do, heard once by their table: by a click, a key, or a menu. */
export function useTableActions(options: TableActionsOptions) {
  const { rows, columnCount, rights, actions, selection, onExpand, focusCell } = options
  const [edit, setEdit] = useState<Edit>()

  const indexAt = (target: HTMLElement) =>
    Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? HEAD)

  /** The row something is in. */
  function rowAt(target: HTMLElement): FoundRow | undefined {
    const row = target.closest<HTMLElement>('[data-row]')
    const line = rows[indexAt(target)]
    if (!row || line?.kind !== 'item') return undefined
    return { row, line, item: line.item, key: line.key }
  }

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
    // The name is a link: with Ctrl the browser opens it itself.
    if (target.closest('a') && (event.ctrlKey || event.metaKey || event.shiftKey)) return
    event.preventDefault()
    actions.open(found.item, event)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const focused = event.target as HTMLElement
    // A click on a name leaves the focus there.
    const target = (focused.matches('a') && focused.closest<HTMLElement>('[data-col]')) || focused
    const { col } = target.dataset
    if (col === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.defaultPrevented || target.ariaExpanded === 'true') return
    const action = actionOf(event, target, { row: indexAt(target), column: Number(col) })
    if (!action) return
    event.preventDefault()
    // Heard before the headers hear it, whose menus would open.
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
    // A header is a button: its keys are its own.
    if (!found) return undefined
    const { item } = found
    const property = lookup(propertyKeys, event.key)
    if (property) {
      const anchor = found.row.querySelector<HTMLElement>(`[data-opens=${property}]`)
      return (
        anchor !== null && (() => setEdit({ ...found, what: property, anchor, returnTo: target }))
      )
    }
    if (event.key === 'Enter' || event.key === ' ') return () => activate(found, target)
    if (event.key === 'Escape') return () => leave(target)
    const known: Record<string, (() => void) | false | undefined> = {
      x: selection && (() => selection.toggle(item.id)),
      '+': item.sub_issues_count > 0 && !found.line.open && (() => onExpand(found.line)),
      '-': found.line.open && (() => onExpand(found.line)),
      Delete: rights.canRemove(item) && (() => actions.askRemove(item)),
      Backspace: rights.canRemove(item) && (() => actions.askRemove(item)),
    }
    return lookup(known, event.key)
  }

  /** With Shift, up and down choose what they pass. */
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

  /** What the cell is for: its picker, its link, or the item itself. */
  function activate(found: FoundRow, cell: HTMLElement) {
    if (cell.dataset.opens) return toggle(found, cell)
    if (cell.dataset.col === '0') return actions.open(found.item)
    cell.querySelector('a')?.click()
  }

  function leave(cell: HTMLElement) {
    if (selection?.ids.size) selection.clear()
    else cell.blur()
  }

  const menuOf = ({ item }: Pick<FoundRow, 'item'>): MenuEntry[] => actions.menuOf(item)

  function entriesAt(target: HTMLElement): MenuEntry[] {
    const found = rowAt(target)
    return found ? menuOf(found) : []
  }

  const stop = useCallback(() => setEdit(undefined), [])

  return {
    edit,
    stop,
    menuOf,
    entriesAt,
    handlers: { onClick: handleClick, onKeyDownCapture: handleKeyDown },
  }
}
