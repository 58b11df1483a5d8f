import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useRef,
} from 'react'
import { classNames } from './class-names.ts'
import { nextFocus, stickyAt } from './virtual-focus.ts'

export interface VirtualListHandle {
  scrollTo: (index: number) => void
  focus: (index: number) => void
}

interface VirtualListProps<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Draws one item. A row that takes the keyboard focus says so: `<ListRow data-row tabIndex={0}>`. */
  children: (item: Item, index: number) => ReactNode
  /** Group headers: stay at the top while their rows scroll by. */
  isSticky?: (item: Item) => boolean
  /** Drawn height in pixels; measured afterwards where `measure` is on. */
  heightOf?: (item: Item) => number
  measure?: boolean
  label: string
  overscan?: number
  /** Called when the end comes near: the next page. */
  onEnd?: () => void
  className?: string
  footer?: ReactNode
  ref?: Ref<VirtualListHandle>
}

/**
 * A long list that only draws what is near the window. Up, down, Home, End and j, k move between
 * rows; what a row does with Enter or x is the row's own.
 */
export function VirtualList<Item>({
  items,
  keyOf,
  children,
  isSticky,
  heightOf = () => 36,
  measure = false,
  label,
  overscan = 12,
  onEnd,
  className,
  footer,
  ref,
}: VirtualListProps<Item>) {
  const box = useRef<HTMLDivElement>(null)
  const sticky = isSticky ? items.flatMap((item, index) => (isSticky(item) ? [index] : [])) : []
  const stuck = useRef(-1)

  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heightOf(items[index] as Item),
    getItemKey: (index) => keyOf(items[index] as Item),
    overscan,
    // Not under the header that sticks.
    scrollPaddingStart: isSticky ? 40 : 0,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        stuck.current = stickyAt(sticky, range.startIndex)
        const drawn = defaultRangeExtractor(range)
        if (stuck.current < 0 || drawn.includes(stuck.current)) return drawn
        return [stuck.current, ...drawn]
      },
      [sticky],
    ),
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1)
      if (last && last.index >= items.length - overscan) onEnd?.()
    },
  })

  function focus(index: number) {
    virtualizer.scrollToIndex(index)
    // Rows far away exist only after the scroll has drawn them.
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`)?.focus(),
    )
  }

  useImperativeHandle(ref, () => ({
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'center' }),
    focus,
  }))

  function handleKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    if (!target.hasAttribute('data-row')) return
    const at = Number(target.closest('[data-index]')?.getAttribute('data-index'))
    const next = nextFocus(event.key, at, items.length, sticky)
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    focus(next)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside are the controls; this only moves between them
    <div
      ref={box}
      className={classNames('h-full overflow-y-auto overscroll-contain', className)}
      onKeyDown={handleKeyDown}
    >
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const isStuck = index === stuck.current
          return (
            <li
              key={key}
              data-index={index}
              ref={measure ? virtualizer.measureElement : undefined}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={
                isStuck ? 'sticky inset-x-0 top-0 z-(--z-sticky)' : 'absolute inset-x-0 top-0'
              }
              style={isStuck ? undefined : { transform: `translateY(${start}px)` }}
            >
              {children(items[index] as Item, index)}
            </li>
          )
        })}
      </ul>
      {footer}
    </div>
  )
}
