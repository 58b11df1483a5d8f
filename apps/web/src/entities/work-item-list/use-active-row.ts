import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import type { VirtualListHandle } from '#ui/lists/virtual-list.tsx'
import { useTabState } from '#ui/platform/tab-state.ts'
import { pictureOf } from './fade-row.ts'
import { isItem, placeAfter } from './row-places.ts'
import type { ItemRow, Row } from './rows.ts'

const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
// A dialog restores the focus after it has faded out.
const FADED_OUT_MS = 300

/**
 * Which row has the focus. If a change moves its item elsewhere, the row that takes its place gets
 * the focus, and the list does not scroll; an item moved by hand keeps it.
 */
export function useActiveRow(rows: readonly Row[], list: RefObject<VirtualListHandle | null>) {
  const [active, setActive] = useTabState<string | null>('active', null)
  const changed = useRef<{ id: string; fade: (() => void) | undefined }>(undefined)
  const followed = useRef<string>(undefined)
  const before = useRef(rows)
  const latest = useRef({ rows, active })
  latest.current = { rows, active }
  const isHere = useIsAtRows()

  const focusKey = useCallback(
    (key: string | undefined) => {
      const index = latest.current.rows.findIndex((row) => row.key === key)
      if (index >= 0) list.current?.focus(index)
    },
    [list],
  )

  useEffect(() => {
    const was = before.current
    before.current = rows
    if (followed.current) {
      focusKey(rows.find((row) => isItem(row) && row.item.id === followed.current)?.key)
      followed.current = undefined
      return
    }
    if (was === rows) return
    const { active } = latest.current
    const change = changed.current
    changed.current = undefined
    const own =
      was.find((row) => row.key === active && (!change || isOf(row, change.id))) ??
      was.find((row) => change && isOf(row, change.id))
    if (!own) return
    const next = rows[placeAfter(was, rows, own.key)]?.key
    const hasMoved = next !== own.key
    if (change) {
      if (hasMoved) change.fade?.()
      focusKey(next)
    } else if (hasMoved && isHere.current) {
      const take = () => document.activeElement === document.body && focusKey(next)
      take()
      setTimeout(take, FADED_OUT_MS)
    }
  }, [rows, focusKey, isHere])

  // Restores the focused row after Back or a reload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is drawn first
  useLayoutEffect(() => {
    if (active && document.activeElement === document.body) focusKey(active)
  }, [])

  /** After a change that may move the item. */
  const restoreFocus = useCallback((id: string) => {
    changed.current = { id, fade: pictureOf(id) }
  }, [])

  /** After the item was moved by hand. */
  const followItem = useCallback((id: string) => {
    followed.current = id
  }, [])

  function handleFocus(event: FocusEvent) {
    const index = (event.target as HTMLElement).closest('[data-index]')?.getAttribute('data-index')
    const row = index ? rows[Number(index)] : undefined
    if (row && isItem(row)) setActive(row.key)
  }

  function focusRow(which: 'first' | 'last') {
    const known = rows.findIndex(({ key }) => key === active)
    const index =
      known >= 0 ? known : which === 'first' ? rows.findIndex(isItem) : rows.findLastIndex(isItem)
    if (index >= 0) list.current?.focus(index)
  }

  /**
   * Returns the focus to the rows after keyboard use: the focused element is about to be removed.
   */
  function returnFocus() {
    if (document.activeElement?.matches(':focus-visible')) focusRow('first')
  }

  /** Focuses the next or previous row. */
  function step(from: number, by: 1 | -1): ItemRow | undefined {
    for (let index = from + by; index >= 0 && index < rows.length; index += by) {
      const row = rows[index]
      if (!row || !isItem(row)) continue
      list.current?.focus(index)
      return row
    }
    return undefined
  }

  return { active, handleFocus, restoreFocus, followItem, focusRow, returnFocus, step }
}

const isOf = (row: Row, id: string) => isItem(row) && row.item.id === id

/** Whether the last focused element was a row, or something opened over it. */
function useIsAtRows() {
  const isAtRows = useRef(false)
  useEffect(() => {
    function look({ target }: Event) {
      if (!(target instanceof Element) || target.closest(OVERLAYS)) return
      isAtRows.current = target.closest('[data-row]') !== null
    }
    addEventListener('focusin', look)
    addEventListener('pointerdown', look)
    return () => {
      removeEventListener('focusin', look)
      removeEventListener('pointerdown', look)
    }
  }, [])
  return isAtRows
}
