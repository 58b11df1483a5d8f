import { lookup, type WorkItem } from '@cairn/contract'
import { type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from 'react'
import type { OwnProperty, Property } from '#entities/work-item/properties.ts'
import { moveEntries } from '#ui/lists/sortable-menu.tsx'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import type { ItemActions } from './layout-props.ts'
import type { RowStep } from './row-steps.ts'
import type { ItemRow, Row } from './rows.ts'
import { amongMany, type ItemTarget, useItemKeys } from './use-item-keys.ts'
import type { ItemRights } from './use-item-rights.ts'
import type { Selection } from './use-selection.ts'

/** What a row's buttons open; the list handles their clicks, by `data-opens`. */
export type Opens = Property | OwnProperty | 'menu'

/** What is being edited or open, and where. */
export interface Edit {
  item: WorkItem
  key: string
  what: Opens | 'name'
  row: HTMLElement
  anchor: HTMLElement
  returnTo: HTMLElement
  /** The whole selection: the chosen value applies to all of it. */
  many?: readonly WorkItem[] | undefined
  /** Where it opens, if not at its anchor. */
  point?: DOMRect | undefined
}

/** Moves rows without dragging. */
interface RowMoves {
  targetOf: (from: number, step: RowStep) => object | undefined
  step: (from: number, step: RowStep) => void
}

const stepKeys: Partial<Record<string, RowStep>> = { ArrowUp: 'up', ArrowDown: 'down' }
const bothWays: readonly RowStep[] = ['up', 'down']

interface RowActions {
  rows: readonly Row[]
  rights: ItemRights
  actions: ItemActions
  /** Undefined if nothing is selected. */
  selection: Selection | undefined
  /** The currently selected items. */
  chosen: readonly WorkItem[]
  onClear: () => void
  onExpand: (row: ItemRow) => void
  /** Moves to the next or previous row. */
  onStep: (from: number, step: 1 | -1) => ItemRow | undefined
  moves: RowMoves
}

/** Actions of rows, handled once by their list: by click, key or menu. */
export function useRowActions(options: RowActions) {
  const { rows, rights, actions, selection, chosen, onClear, onExpand, onStep, moves } = options
  const [edit, setEdit] = useState<Edit>()
  const renamed = useRef<HTMLElement>(undefined)

  /** The row of an element. */
  function rowAt(target: HTMLElement) {
    const place = target.closest<HTMLElement>('[data-index]')
    const line = rows[Number(place?.dataset.index ?? -1)]
    const row = place?.querySelector<HTMLElement>('[data-row]')
    if (!row || line?.kind !== 'item') return undefined
    return { row, line, item: line.item, key: line.key }
  }

  const { openAt, openMany } = useItemKeys({
    ...{ selection, chosen, onClear, rights, actions, onOpen: setEdit },
    placeAt: rowAt,
  })

  function rename({ item, key, row }: ItemTarget) {
    renamed.current = row
    setEdit({ item, key, what: 'name', row, anchor: row, returnTo: row })
  }

  function handleClick(event: MouseEvent) {
    const target = event.target as HTMLElement
    const found = rowAt(target)
    if (!found?.row.contains(target)) return
    const anchor = target.closest<HTMLElement>('[data-opens]')
    if (anchor) return toggle(anchor)
    if (target.closest('[data-expand]')) return onExpand(found.line)
    if (target.closest('[data-check]')) return selection?.toggle(found.item.id, event.shiftKey)
    if (target.closest('input, [data-stay]')) return
    // The name is a link: with Ctrl the browser opens it itself.
    if (target.closest('a') && (event.ctrlKey || event.metaKey || event.shiftKey)) return
    event.preventDefault()
    actions.open(found.item, event)
  }

  function toggle(anchor: HTMLElement) {
    const found = rowAt(anchor)
    const what = anchor.dataset.opens as Opens
    if (!found) return
    const isOpen = edit?.anchor === anchor && edit.what === what
    setEdit(isOpen ? undefined : { ...found, what, anchor, returnTo: anchor })
  }

  function handleKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    if (event.ctrlKey || event.metaKey || event.defaultPrevented) return
    if (event.altKey) return handleMove(event, target)
    const opensByArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (opensByArrow && target.dataset.opens && target.ariaExpanded !== 'true') {
      event.preventDefault()
      return toggle(target)
    }
    if (!target.hasAttribute('data-row')) return
    if (event.key === 'Escape') return leave(target)
    const action = actionOf(event, target)
    if (!action) return
    event.preventDefault()
    action()
  }

  const stepsOf = (line: ItemRow) =>
    rights.canChange(line.item)
      ? bothWays.filter((step) => moves.targetOf(rows.indexOf(line), step))
      : []

  function handleMove(event: KeyboardEvent, target: HTMLElement) {
    const step = lookup(stepKeys, event.key)
    const line = target.hasAttribute('data-row') && rowAt(target)?.line
    if (!step || !line || !stepsOf(line).includes(step)) return
    event.preventDefault()
    moves.step(rows.indexOf(line), step)
  }

  function leave(row: HTMLElement) {
    if (selection?.ids.size) selection.clear()
    else row.blur()
  }

  function actionOf(event: KeyboardEvent, target: HTMLElement): (() => void) | false | undefined {
    const found = rowAt(target)
    if (!found) return undefined
    const { item, line } = found
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (event.shiftKey && step && selection) {
      return () => {
        const next = onStep(rows.indexOf(line), step)
        if (next) selection.toggle(next.item.id)
      }
    }
    if (event.key === 'Enter') return () => actions.open(item)
    const known: Record<string, (() => void) | false | undefined> = {
      F2: rights.canChange(item) && (() => rename(found)),
      ArrowRight: item.sub_issues_count > 0 && !line.open && (() => onExpand(line)),
      ArrowLeft: line.open && (() => onExpand(line)),
      Delete: rights.canRemove(item) && (() => actions.askRemove(item)),
      Backspace: rights.canRemove(item) && (() => actions.askRemove(item)),
    }
    // The selection has priority over the focused row.
    if (chosen.length > 0 && (event.key === 'Delete' || event.key === 'Backspace')) return undefined
    return lookup(known, event.key)
  }

  /**
   * The menu returns the focus to the row after closing; a field opened before that would lose it.
   */
  function menuOf(found: ItemTarget, point?: DOMRect): MenuEntry[] {
    const many = amongMany(chosen, found.item)
    const onProperty = (what: Property) => openAt(found, what, { many, point })
    if (many) return actions.menuOf(found.item, { many, onProperty })
    const line = rows.find((row): row is ItemRow => row.kind === 'item' && row.key === found.key)
    const steps = line ? stepsOf(line) : []
    return [
      ...moveEntries({
        steps,
        onStep: (step) => line && moves.step(rows.indexOf(line), step),
      }),
      steps.length > 0 && 'line',
      ...actions.menuOf(found.item, {
        onRename: () => found.row.addEventListener('focusin', () => rename(found), { once: true }),
        onProperty,
      }),
    ]
  }

  function entriesAt(target: HTMLElement, point: DOMRect): MenuEntry[] {
    const found = rowAt(target)
    return found ? menuOf(found, point) : []
  }

  const stop = useCallback(() => setEdit(undefined), [])
  const handleRenamed = useCallback(() => {
    setEdit(undefined)
    renamed.current?.focus()
  }, [])

  return {
    edit,
    stop,
    handleRenamed,
    menuOf,
    entriesAt,
    openMany,
    handlers: { onClick: handleClick, onKeyDown: handleKeyDown },
  }
}
