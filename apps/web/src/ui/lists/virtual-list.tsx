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
import { classNames } from '../theme/class-names.ts'
import { nextFocus, stickyAt } from './virtual-focus.ts'
import { inSteps } from './virtual-range.ts'

export interface VirtualListHandle {
  focus: (index: number) => void
}

interface VirtualListProps<Item> {
  items: readonly Item[]
  /** These functions are compared: made anew on each render they would count all items anew. */
  keyOf: (item: Item) => string
  /** Draws one item. A row that takes the keyboard focus says so: `<ListRow data-row tabIndex={0}>`. */
  children: (item: Item, index: number) => ReactNode
  /** Group headers: stay at the top while their rows scroll by. */
  isSticky?: (item: Item) => boolean
  /** What the arrow keys stop at; everything that is not sticky without. */
  isStop?: (item: Item) => boolean
  /** Drawn height in pixels; measured afterwards where `measure` is on. */
  heightOf?: (item: Item) => number
  /** How much a sticky header covers: what is scrolled to stands below it. */
  stickyHeight?: number
  measure?: boolean
  label: string
  /** Called with the rows last drawn, ten times a second at most: however fast one scrolls. */
  onShow?: (first: number, last: number) => void
  className?: string
  ref?: Ref<VirtualListHandle>
}

// Contained, a row that stays is not painted again because others come and go.
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
const rowHeight = () => 36
const indexOf = (index: number) => index

/**
 * A long list that only draws what is near the window, for tens of thousands of rows. Up, down, Home,
 * End and j, k move between rows; what a row does with Enter or x is the row's own. It is the container
 * its rows fold by.
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
  const virtualizer = useVirtualizer({
    count: items.length,
    overscan: OVERSCAN,
    scrollPaddingStart: isSticky ? stickyHeight : 0,
    getScrollElement: useCallback(() => box.current, []),
    // With keys of their own, rows of one height would all be measured anew after every change.
    getItemKey: heightOf === rowHeight && !measure ? indexOf : keyAt,
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
    virtualizer.scrollToIndex(index)
    const row = () => box.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`)
    const near = row()
    // At once: who presses a key twice within a frame means the row after it.
    if (near) near.focus({ preventScroll: true })
    // Rows far away exist only after the scroll has drawn them.
    else requestAnimationFrame(() => row()?.focus({ preventScroll: true }))
  }

  useImperativeHandle(ref, () => ({ focus }))

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
  // A header that sticks though its own place is far above stands before the others.
  const stuck = drawn[1] && drawn[0] && drawn[1].index > drawn[0].index + 1 ? drawn[0] : undefined
  const head = stuck ? drawn[1] : drawn[0]
  const first = head?.index ?? 0
  const last = drawn.at(-1)?.index ?? -1
  const sizes = virtualizer.measurementsCache
  const { measureElement } = virtualizer

  useShown(first, last, onShow)

  // Scrolling within a step draws this component anew, and none of the rows.
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
      // The virtualizer corrects the scroll position itself when it has measured rows above.
      className={classNames(
        '@container h-full overflow-y-auto overscroll-contain bg-surface [contain:strict] [overflow-anchor:none]',
        className,
      )}
    >
      <ul aria-label={label} style={{ height: virtualizer.getTotalSize(), paddingTop: above }}>
        {rows}
      </ul>
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
