import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import { classNames } from '#ui/class-names.ts'
import { nextFocus, stickyAt } from '#ui/virtual-focus.ts'
import type { Row } from './rows.ts'

export interface VirtualRowsHandle {
  focus: (index: number) => void
}

interface VirtualRowsProps {
  rows: readonly Row[]
  /** Below 768 rows have one or two lines and are measured; above they are all 36. */
  small: boolean
  label: string
  children: (row: Row) => ReactNode
  ref: Ref<VirtualRowsHandle>
}

const smallHeights = { group: 40, add: 48, gap: 85, item: 85 }

/**
 * Like the design system's `VirtualList`, for tens of thousands of rows: everything the virtualizer
 * compares stays the same while scrolling, so that no row is measured or counted again.
 */
export function VirtualRows({ rows, small, label, children, ref }: VirtualRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const stuck = useRef(-1)
  const headers = useMemo(
    () => rows.flatMap(({ kind }, index) => (kind === 'group' ? [index] : [])),
    [rows],
  )

  const virtualizer = useVirtualizer({
    count: rows.length,
    overscan: 8,
    // The group's header lies over the first row: what is scrolled to stands below it.
    scrollPaddingStart: small ? 40 : 36,
    getScrollElement: useCallback(() => box.current, []),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: useCallback(
      (index: number) => (small ? smallHeights[rows[index]?.kind ?? 'item'] : 36),
      [rows, small],
    ),
    rangeExtractor: useCallback(
      (range: Range) => {
        stuck.current = stickyAt(headers, range.startIndex)
        const drawn = defaultRangeExtractor(range)
        if (stuck.current < 0 || drawn.includes(stuck.current)) return drawn
        return [stuck.current, ...drawn]
      },
      [headers],
    ),
  })

  function focus(index: number) {
    virtualizer.scrollToIndex(index)
    // Rows far away exist only after the scroll has drawn them.
    requestAnimationFrame(() =>
      box.current
        ?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`)
        ?.focus({ preventScroll: true }),
    )
  }

  useImperativeHandle(ref, () => ({ focus }))

  function handleKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    if (!target.hasAttribute('data-row') || event.ctrlKey || event.metaKey || event.altKey) return
    const at = Number(target.closest('[data-index]')?.getAttribute('data-index'))
    const next = nextItem(event.key, at)
    if (next === undefined) return
    event.preventDefault()
    focus(next)
  }

  /** The next row that is an item: headers, adding rows and rows to come are skipped. */
  function nextItem(key: string, at: number): number | undefined {
    const step = key === 'Home' ? 'ArrowDown' : key === 'End' ? 'ArrowUp' : key
    let next = nextFocus(key, at, rows.length, headers)
    while (next !== undefined && rows[next]?.kind !== 'item') {
      next = nextFocus(step, next, rows.length, headers)
    }
    return next
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside are the controls; this only moves between them
    <div
      ref={box}
      onKeyDown={handleKeyDown}
      className={classNames('h-full overflow-y-auto overscroll-contain', small ? 'pb-24' : 'pb-4')}
    >
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start, size }) => {
          const row = rows[index]
          const isStuck = index === stuck.current
          return (
            <li
              key={key}
              data-index={index}
              ref={small ? virtualizer.measureElement : undefined}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={
                isStuck ? 'sticky inset-x-0 top-0 z-(--z-sticky)' : 'absolute inset-x-0 top-0'
              }
              style={{
                ...(!isStuck && { transform: `translateY(${start}px)` }),
                ...(!small && { height: size }),
              }}
            >
              {row && children(row)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
