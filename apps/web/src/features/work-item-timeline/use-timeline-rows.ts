import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react'
import { nextFocus } from '#ui/virtual-focus.ts'
import { HEADER, ROW } from './geometry.ts'

interface TimelineRows {
  scroller: RefObject<HTMLElement | null>
  count: number
  keyOf: (index: number) => string
  /** Told which rows are drawn, a moment after scrolling. */
  onShow: (first: number, last: number) => void
}

const SHOW_AFTER = 100
const rowHeight = () => ROW

/** Draws only the rows near the window; Up, Down, Home, End, j and k move between them. */
export function useTimelineRows({ scroller, count, keyOf, onShow }: TimelineRows) {
  const virtualizer = useVirtualizer({
    count,
    overscan: 6,
    scrollMargin: HEADER,
    scrollPaddingStart: HEADER,
    getScrollElement: useCallback(() => scroller.current, [scroller]),
    estimateSize: rowHeight,
  })
  const drawn = virtualizer.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? -1

  const tell = useRef(onShow)
  tell.current = onShow
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may be missing of the same window
  useEffect(() => {
    const timer = setTimeout(() => tell.current(first, last), SHOW_AFTER)
    return () => clearTimeout(timer)
  }, [first, last, count, onShow])

  const focus = useCallback(
    (index: number) => {
      virtualizer.scrollToIndex(index)
      // Rows far away exist only after the scroll has drawn them.
      requestAnimationFrame(() =>
        scroller.current
          ?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`)
          ?.focus({ preventScroll: true }),
      )
    },
    [virtualizer, scroller],
  )

  function handleKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    if (!target.hasAttribute('data-row') || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const at = Number(target.closest('[data-index]')?.getAttribute('data-index'))
    const next = nextFocus(event.key, at, count, [])
    if (next === undefined) return
    event.preventDefault()
    focus(next)
  }

  return {
    drawn: drawn.map(({ index, start }) => ({ index, start, key: keyOf(index) })),
    first,
    last,
    height: virtualizer.getTotalSize(),
    focus,
    handleKeyDown,
  }
}
