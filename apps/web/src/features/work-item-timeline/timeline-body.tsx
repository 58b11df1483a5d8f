import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import { HEADER, ROW } from '#entities/timeline/geometry.ts'
import { nextFocus } from '#ui/lists/virtual-focus.ts'
import type { VirtualListHandle } from '#ui/lists/virtual-list.tsx'
import { inSteps } from '#ui/lists/virtual-range.ts'
import { useSavedScroll } from '#ui/platform/tab-state.ts'

export interface TimelineBodyHandle extends VirtualListHandle {
  /** Up, Down, Home, End, j and k move between the rows. */
  handleKeyDown: (event: KeyboardEvent) => void
}

interface TimelineBodyProps {
  count: number
  keyOf: (index: number) => string
  label: string
  /** Renders one row. */
  children: (index: number) => ReactNode
  /** Under the lines. */
  backdrop: ReactNode
  /** The lines over the rendered rows. */
  linesBetween: (first: number, last: number) => ReactNode
  /** Called with the rendered rows, a moment after scrolling. */
  onShow: (first: number, last: number) => void
  ref: Ref<TimelineBodyHandle>
}

const OVERSCAN = 4
const SHOW_AFTER = 100
const rowHeight = () => ROW
const rowStyle = { height: ROW }

/**
 * The rows near the viewport. A separate component, so that scrolling renders only the rows again.
 */
export function TimelineBody(props: TimelineBodyProps) {
  const { count, keyOf, label, children, backdrop, linesBetween, onShow, ref } = props
  const own = useRef<HTMLUListElement>(null)
  const most = useRef(0)
  const virtualizer = useVirtualizer({
    count,
    initialOffset: useSavedScroll('timeline').top,
    overscan: OVERSCAN,
    scrollMargin: HEADER,
    scrollPaddingStart: HEADER,
    estimateSize: rowHeight,
    // Found from here: a ref to it is set only after the first render of this.
    getScrollElement: useCallback(() => own.current?.closest('[data-timeline]') ?? null, []),
    rangeExtractor: useCallback((range: Range) => {
      most.current = Math.max(most.current, range.endIndex - range.startIndex + 1)
      return defaultRangeExtractor(inSteps(range, most.current))
    }, []),
  })
  const drawn = virtualizer.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? -1

  const showRange = useRef(onShow)
  showRange.current = onShow
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may be missing of the same window
  useEffect(() => {
    const timer = setTimeout(() => showRange.current(first, last), SHOW_AFTER)
    return () => clearTimeout(timer)
  }, [first, last, count, onShow])

  function focus(index: number) {
    const row = () => own.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`)
    virtualizer.scrollToIndex(index)
    const near = row()
    // Synchronously: the next key press within a frame applies to this row.
    if (near) near.focus({ preventScroll: true })
    // Distant rows exist only after the scroll has rendered them.
    else requestAnimationFrame(() => row()?.focus({ preventScroll: true }))
  }

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
  useImperativeHandle(ref, () => ({ focus, handleKeyDown }))

  const rows = useMemo(
    () =>
      Array.from({ length: last - first + 1 }, (_, at) => (
        <li
          key={keyOf(first + at)}
          data-index={first + at}
          aria-setsize={count}
          aria-posinset={first + at + 1}
          style={rowStyle}
        >
          {children(first + at)}
        </li>
      )),
    [children, keyOf, count, first, last],
  )
  const lines = useMemo(() => linesBetween(first, last), [linesBetween, first, last])
  return (
    <>
      <ul
        ref={own}
        aria-label={label}
        className="relative"
        style={{
          height: virtualizer.getTotalSize(),
          paddingTop: (drawn[0]?.start ?? HEADER) - HEADER,
        }}
      >
        {rows}
      </ul>
      {backdrop}
      {lines}
    </>
  )
}
