import type { Priority, WorkItem, WorkItemPatch } from '@cairn/contract'
import { CircleDot, Pencil, SignalHigh, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Option } from '#ui/combobox.tsx'
import type { MenuEntry } from '#ui/menu.tsx'
import { isDraft } from './hooks.ts'
import type { Row } from './rows.ts'
import type { Opens } from './work-item-row.tsx'

/** What is being edited or open, and where. */
export interface Edit {
  item: WorkItem
  what: Opens | 'name'
  row: HTMLElement
  anchor: HTMLElement
  returnTo: HTMLElement
}

export interface RowRights {
  canChange: (item: WorkItem) => boolean
  canRemove: (item: WorkItem) => boolean
}

interface RowDeeds extends RowRights {
  rows: readonly Row[]
  stateOptions: readonly Option[]
  priorityOptions: readonly Option[]
  onChange: (id: string, patch: WorkItemPatch) => void
  onRemove: (item: WorkItem) => void
}

const toolOf = (row: HTMLElement, what: Opens) =>
  row.querySelector<HTMLElement>(`[data-opens=${what}]`) ?? row

/** What rows can do, heard once by their list: by a click, a double click, a key, or a menu. */
export function useRowDeeds(deeds: RowDeeds) {
  const { rows, canChange, canRemove, stateOptions, priorityOptions, onChange, onRemove } = deeds
  const { t } = useTranslation()
  const [edit, setEdit] = useState<Edit>()
  const renamed = useRef<HTMLElement>(undefined)

  /** The row something is in, and its item; none for one the server has not seen yet. */
  function rowAt(target: HTMLElement) {
    const place = target.closest<HTMLElement>('[data-index]')
    const line = rows[Number(place?.dataset.index ?? -1)]
    const row = place?.querySelector<HTMLElement>('[data-row]')
    if (!row || line?.kind !== 'item' || isDraft(line.item)) return undefined
    return { row, item: line.item }
  }

  function rename(item: WorkItem, row: HTMLElement) {
    renamed.current = row
    setEdit({ item, what: 'name', row, anchor: row, returnTo: row })
  }

  /** The menu gives the focus back to the row once it has gone; a field there already would lose it. */
  function renameAfterMenu(item: WorkItem, row: HTMLElement) {
    row.addEventListener('focusin', () => rename(item, row), { once: true })
  }

  function handleClick(event: MouseEvent) {
    const anchor = (event.target as HTMLElement).closest<HTMLElement>('[data-opens]')
    if (anchor) toggle(anchor)
  }

  function toggle(anchor: HTMLElement) {
    const found = rowAt(anchor)
    const what = anchor.dataset.opens as Opens
    if (!found) return
    const isOpen = edit?.anchor === anchor && edit.what === what
    setEdit(isOpen ? undefined : { ...found, what, anchor, returnTo: anchor })
  }

  function handleDoubleClick(event: MouseEvent) {
    const target = event.target as HTMLElement
    const found = rowAt(target)
    if (found?.row.contains(target) && canChange(found.item)) rename(found.item, found.row)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const opensByArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (opensByArrow && target.dataset.opens && target.ariaExpanded !== 'true') {
      event.preventDefault()
      return toggle(target)
    }
    if (!target.hasAttribute('data-row')) return
    if (event.key === 'Escape') return target.blur()
    const deed = deedOf(event.key, target)
    if (!deed) return
    event.preventDefault()
    deed()
  }

  function deedOf(key: string, target: HTMLElement): (() => void) | false | undefined {
    const found = rowAt(target)
    if (!found) return undefined
    const { row, item } = found
    // The keys belong to the row, so the focus comes back to it and not to the button.
    const open = (what: Opens) =>
      setEdit({ ...found, what, anchor: toolOf(row, what), returnTo: row })
    const known: Record<string, (() => void) | false> = {
      Enter: canChange(item) && (() => rename(item, row)),
      F2: canChange(item) && (() => rename(item, row)),
      s: canChange(item) && (() => open('state')),
      p: canChange(item) && (() => open('priority')),
      Delete: canRemove(item) && (() => onRemove(item)),
      Backspace: canRemove(item) && (() => onRemove(item)),
    }
    return known[key]
  }

  function entriesOf(item: WorkItem, row: HTMLElement): MenuEntry[] {
    const choices = (
      options: readonly Option[],
      current: string,
      patch: (value: string) => WorkItemPatch,
    ) =>
      options.map(({ value, label, icon }) => ({
        label,
        icon,
        checked: value === current,
        onSelect: () => onChange(item.id, patch(value)),
      }))
    return [
      canChange(item) && {
        label: t('work_items.rename'),
        icon: Pencil,
        shortcut: 'enter',
        onSelect: () => renameAfterMenu(item, row),
      },
      canChange(item) && {
        label: t('work_items.change_state'),
        icon: CircleDot,
        items: choices(stateOptions, item.state_id, (state_id) => ({ state_id })),
      },
      canChange(item) && {
        label: t('work_items.change_priority'),
        icon: SignalHigh,
        items: choices(priorityOptions, item.priority, (priority) => ({
          priority: priority as Priority,
        })),
      },
      canChange(item) && canRemove(item) && 'line',
      canRemove(item) && {
        label: t('work_items.delete'),
        icon: Trash2,
        danger: true,
        shortcut: 'backspace',
        onSelect: () => onRemove(item),
      },
    ]
  }

  function entriesAt(target: HTMLElement): MenuEntry[] {
    const found = rowAt(target)
    return found ? entriesOf(found.item, found.row) : []
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
    entriesOf,
    entriesAt,
    handlers: {
      onClick: handleClick,
      onDoubleClick: handleDoubleClick,
      onKeyDown: handleKeyDown,
    },
  }
}
