import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import { useSavedScroll, useSaveScroll } from '../platform/tab-state.ts'
import { classNames } from '../theme/class-names.ts'
import { useStableRows } from './stable-rows.ts'
import { nextFocus, stickyAt } from './virtual-focus.ts'
import { inSteps } from './virtual-range.ts'

export interface VirtualListHandle {
  focus: (index: number) => void
}

interface VirtualListProps<Item> {
  items: readonly Item[]
  /** These functions are compared: new ones on each render would recompute all items. */
  keyOf: (item: Item) => string
  /** Renders one item. A focusable row has: `<ListRow data-row tabIndex={0}>`. */
  children: (item: Item, index: number) => ReactNode
  /** Group headers: stay at the top while their rows scroll by. */
  isSticky?: (item: Item) => boolean
  /** The stops of the arrow keys; by default all rows that are not sticky. */
  isStop?: (item: Item) => boolean
  /** Estimated height in pixels; measured after rendering if `measure` is on. */
  heightOf?: (item: Item) => number
  /** Height covered by a sticky header: rows are scrolled to below it. */
  stickyHeight?: number
  measure?: boolean
  label: string
  /** Called with the rows last rendered, at most ten times a second, at any scroll speed. */
  onShow?: (first: number, last: number) => void
  /** Below the last item; scrolls with them. */
  foot?: ReactNode
  className?: string
  ref?: Ref<VirtualListHandle>
}

// With containment, a row is not repainted because others are added or removed.
const header = 'sticky top-0 z-(--z-sticky)'
const fixedRow = '[contain:strict]'
const measuredRow = '[contain:content]'
// The same object each time, so that React sees at once that nothing changed.
const heights = new Map<number, CSSProperties>()

function heightStyle(height: number): CSSProperties {
  const known = heights.get(height) ?? { height }
  heights.set(height, known)
  return known
}

const OVERSCAN = 4
const SHOW_EVERY = 100
const HEIGHT = 36
const rowHeight = () => HEIGHT
const indexOf = (index: number) => index

/**
 * A long list that renders only the rows near the viewport, for tens of thousands of rows. Up,
 * down, Home, End and j, k move between rows; a row handles Enter and x itself. It is the container
 * its rows collapse by.
 */
export function VirtualList<Item>({
  items,
  keyOf,
  children,
  isSticky,
  isStop,
  heightOf = rowHeight,
  stickyHeight = 36,
  measure = false,
  label,
  onShow,
  foot,
  className,
  ref,
}: VirtualListProps<Item>) {
  const box = useRef<HTMLDivElement>(null)
  const most = useRef(0)
  const headers = useMemo(
    () => (isSticky ? items.flatMap((item, index) => (isSticky(item) ? [index] : [])) : []),
    [items, isSticky],
  )
  const keyAt = useCallback((index: number) => keyOf(items[index] as Item), [items, keyOf])
  const isEven = heightOf === rowHeight && !measure
  const virtualizer = useVirtualizer({
    count: items.length,
    overscan: OVERSCAN,
    initialOffset: useSavedScroll('rows').top,
    scrollPaddingStart: isSticky ? stickyHeight : 0,
    getScrollElement: useCallback(() => box.current, []),
    // With their own keys, rows of equal height would all be measured again after every change.
    getItemKey: isEven ? indexOf : keyAt,
    estimateSize: useCallback((index: number) => heightOf(items[index] as Item), [items, heightOf]),
    rangeExtractor: useCallback(
      (range: Range) => {
        most.current = Math.max(most.current, range.endIndex - range.startIndex + 1)
        const drawn = defaultRangeExtractor(inSteps(range, most.current))
        const stuck = stickyAt(headers, range.startIndex)
        return stuck < 0 || stuck >= (drawn[0] ?? 0) ? drawn : [stuck, ...drawn]
      },
      [headers],
    ),
  })

  function focus(index: number) {
    const row = () => box.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`)
    const near = row()
    // Does not scroll if the row is visible: the virtualizer may not know the list's position yet.
    if (!near || !isInSight(near)) virtualizer.scrollToIndex(index)
    // Synchronously: a second key press within a frame must move to the row after it.
    if (near) near.focus({ preventScroll: true })
    // Distant rows exist only after the scroll has rendered them.
    else requestAnimationFrame(() => row()?.focus({ preventScroll: true }))
  }

  function isInSight(row: HTMLElement) {
    const [at, within] = [row.getBoundingClientRect(), box.current?.getBoundingClientRect()]
    const covered = isSticky ? stickyHeight : 0
    return within && at.top >= within.top + covered && at.bottom <= within.bottom
  }

  useImperativeHandle(ref, () => ({ focus }))
  useSaveScroll(box, 'rows')
  useStableRows(box, items, keyOf, isEven ? HEIGHT : undefined)

  function handleKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    const modified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (!target.hasAttribute('data-row') || modified) return
    const at = Number(target.closest('[data-index]')?.getAttribute('data-index'))
    const next = nextStop(event.key, at)
    if (next === undefined) return
    event.preventDefault()
    focus(next)
  }

  function nextStop(key: string, at: number): number | undefined {
    const step = key === 'Home' ? 'ArrowDown' : key === 'End' ? 'ArrowUp' : key
    let next = nextFocus(key, at, items.length, headers)
    while (next !== undefined && isStop && !isStop(items[next] as Item)) {
      next = nextFocus(step, next, items.length, headers)
    }
    return next
  }

  const drawn = virtualizer.getVirtualItems()
  // A sticky header whose own position is far above comes before the others.
  const stuck = drawn[1] && drawn[0] && drawn[1].index > drawn[0].index + 1 ? drawn[0] : undefined
  const head = stuck ? drawn[1] : drawn[0]
  const first = head?.index ?? 0
  const last = drawn.at(-1)?.index ?? -1
  const sizes = virtualizer.measurementsCache
  const { measureElement } = virtualizer

  useShown(first, last, onShow)

  // Scrolling within a step renders this component again, but none of the rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these say whether `drawn` is other than before
  const rows = useMemo(
    () =>
      drawn.map(({ index, size }) => {
        const item = items[index] as Item
        return (
          <li
            key={keyOf(item)}
            data-index={index}
            ref={measure ? measureElement : undefined}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className={isSticky?.(item) ? header : measure ? measuredRow : fixedRow}
            style={measure ? undefined : heightStyle(size)}
          >
            {children(item, index)}
          </li>
        )
      }),
    [stuck?.index, first, last, sizes, items, keyOf, children, isSticky, measure, measureElement],
  )
  const above = (head?.start ?? 0) - (stuck?.size ?? 0)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside are the controls; this only moves between them
    <div
      ref={box}
      onKeyDown={handleKeyDown}
      style={{ scrollPaddingTop: isSticky ? stickyHeight : undefined }}
      // The virtualizer itself adjusts the scroll position after measuring rows above.
      className={classNames(
        '@container h-full overflow-y-auto overscroll-contain bg-surface [contain:strict] [overflow-anchor:none]',
        className,
      )}
    >
      <ul aria-label={label} style={{ height: virtualizer.getTotalSize(), paddingTop: above }}>
        {rows}
      </ul>
      {foot}
    </div>
  )
}

function useShown(first: number, last: number, onShow: VirtualListProps<unknown>['onShow']) {
  const notify = useRef<() => void>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    notify.current = () => onShow?.(first, last)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      notify.current?.()
    }, SHOW_EVERY)
  }, [first, last, onShow])

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
