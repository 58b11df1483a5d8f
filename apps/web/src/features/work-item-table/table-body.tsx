// biome-ignore-all lint/a11y/useSemanticElements: rows are laid out as grids, and browsers then forget what a <td> is
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import { inSteps } from '#ui/lists/virtual-range.ts'
import { useSavedScroll } from '#ui/platform/tab-state.ts'

export interface TableBodyHandle {
  scrollTo: (index: number) => void
}

interface TableBodyProps {
  count: number
  rowHeight: number
  /** Free space below the last row. */
  room: number
  /** Renders one row, with its key. */
  children: (index: number) => ReactNode
  /** Called with the rendered rows whenever they change. */
  onDraw: (first: number, last: number) => void
  ref: Ref<TableBodyHandle>
}

const OVERSCAN = 4

/**
 * The rows near the viewport. A separate component, so that scrolling renders only the rows again.
 */
export function TableBody(props: TableBodyProps) {
  const { count, rowHeight, room, children, onDraw, ref } = props
  const own = useRef<HTMLDivElement>(null)
  const most = useRef(0)
  const virtualizer = useVirtualizer({
    count,
    initialOffset: useSavedScroll('table').top,
    overscan: OVERSCAN,
    // The header covers the rows: a row scrolled to the end must be above the edge of the viewport.
    scrollPaddingEnd: rowHeight,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    // From its parent: a ref to that is set only after the first render of this.
    getScrollElement: useCallback(() => own.current?.parentElement ?? null, []),
    rangeExtractor: useCallback((range: Range) => {
      most.current = Math.max(most.current, range.endIndex - range.startIndex + 1)
      return defaultRangeExtractor(inSteps(range, most.current))
    }, []),
  })
  useImperativeHandle(ref, () => ({ scrollTo: (index) => virtualizer.scrollToIndex(index) }))

  const drawn = virtualizer.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? -1
  useEffect(() => onDraw(first, last), [onDraw, first, last])

  const rows = useMemo(
    () => Array.from({ length: last - first + 1 }, (_, at) => children(first + at)),
    [children, first, last],
  )
  return (
    <div
      ref={own}
      role="rowgroup"
      className="w-max min-w-full"
      style={{ height: virtualizer.getTotalSize() + room, paddingTop: drawn[0]?.start ?? 0 }}
    >
      {rows}
    </div>
  )
}
