import { type FocusEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { VirtualListHandle } from '#ui/lists/virtual-list.tsx'
import type { ItemRow, Row } from './rows.ts'

const isItem = (row: Row): row is ItemRow => row.kind === 'item'

/** Which row has the keyboard. It keeps it while the item moves to another group. */
export function useActiveRow(rows: readonly Row[], list: RefObject<VirtualListHandle | null>) {
  const [active, setActive] = useState<string>()
  const following = useRef<string>(undefined)

  useEffect(() => {
    const id = following.current
    if (!id) return
    following.current = undefined
    const index = rows.findIndex((row) => isItem(row) && row.item.id === id)
    if (index >= 0) list.current?.focus(index)
  }, [rows, list])

  const restoreFocus = useCallback((id: string) => {
    following.current = id
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

  /** Back to the rows, for those who left them by keys: what they stood on is about to go. */
  function returnFocus() {
    if (document.activeElement?.matches(':focus-visible')) focusRow('first')
  }

  /** The next row, or the one before, which gets the keyboard. */
  function step(from: number, by: 1 | -1): ItemRow | undefined {
    for (let index = from + by; index >= 0 && index < rows.length; index += by) {
      const row = rows[index]
      if (!row || !isItem(row)) continue
      list.current?.focus(index)
      return row
    }
    return undefined
  }

  return { active, handleFocus, restoreFocus, focusRow, returnFocus, step }
}
