import { type RefObject, useLayoutEffect, useRef } from 'react'
import { shiftBetween } from './virtual-range.ts'

/** Keeps the visible rows in place when rows of equal height are added or removed above. */
export function useStableRows<Item>(
  box: RefObject<HTMLElement | null>,
  items: readonly Item[],
  keyOf: (item: Item) => string,
  /** Undefined if rows have different heights. */
  height: number | undefined,
) {
  const before = useRef(items)
  useLayoutEffect(() => {
    const was = before.current
    before.current = items
    const element = box.current
    if (was === items || !height || !element || element.scrollTop === 0) return
    const rows = shiftBetween(was, items, keyOf, Math.ceil(element.scrollTop / height))
    if (rows !== 0) element.scrollTop += rows * height
  }, [box, items, keyOf, height])
}
