import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import type { ShownGroup } from '#entities/work-item-list/shown-groups.ts'
import { useNear } from '#ui/overlays/use-near.ts'
import { useSavedScroll, useSaveScroll, useTabState } from '#ui/platform/tab-state.ts'
import { Adder, CellCard, type CellProps, GapCard, OrderHint, wellLook } from './cell.tsx'
import { ColumnHeader } from './column-header.tsx'
import { useStableCards } from './stable-cards.ts'

interface BoardColumnProps extends CellProps {
  onFold: (group: string) => void
  onCreate: ((group: ShownGroup) => void) | undefined
  onAddExisting: (() => void) | undefined
}

const CARD_HEIGHT = 104
const CARD_GAP = 6
const PADDING = 6
// In cards: the next ones are fetched before they are visible.
const LOOK_AHEAD = 10

/**
 * A column that scrolls on its own and renders only the cards near its viewport; off screen only
 * its name.
 */
export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps) {
  const { cell, group, over, adding, orderedBy, onFold, onCreate, onAddExisting } = props
  const column = useRef<HTMLElement>(null)
  const near = useNear(column)
  return (
    <section
      ref={column}
      aria-label={group.title}
      data-cell={cell}
      className="flex min-h-0 min-w-(--column-min) flex-[0_1_304px] flex-col pb-3"
    >
      <ColumnHeader
        group={group}
        onFold={near ? onFold : undefined}
        onCreate={near ? onCreate : undefined}
        onAddExisting={onAddExisting}
      />
      <div className={`${wellLook(over !== undefined)} flex min-h-30 flex-col overflow-hidden`}>
        {near && <Cards {...props} />}
        {(near || adding) && <Adder {...props} className="p-1" />}
        {over && orderedBy && <OrderHint orderedBy={orderedBy} />}
      </div>
    </section>
  )
})

function Cards(props: CellProps) {
  const { cell, items, total, onGap, attachCell } = props
  const scroller = useRef<HTMLDivElement>(null)
  // Restores the last card height, so that the scroll position is the same place.
  const [height, setHeight] = useTabState(`card ${cell}`, CARD_HEIGHT)
  const [estimate] = useState(height)
  const virtualizer = useVirtualizer({
    count: Math.max(total, items.length),
    initialOffset: useSavedScroll(`column ${cell}`).top,
    overscan: 2,
    gap: CARD_GAP,
    paddingStart: PADDING,
    paddingEnd: PADDING,
    scrollPaddingStart: PADDING,
    scrollPaddingEnd: PADDING,
    estimateSize: () => estimate,
    getScrollElement: useCallback(() => scroller.current, []),
    getItemKey: useCallback((index: number) => items[index]?.id ?? index, [items]),
  })
  useSaveScroll(scroller, `column ${cell}`)
  useStableCards(virtualizer, items)
  const drawn = virtualizer.getVirtualItems()
  const sum = drawn.reduce((all, { size }) => all + size, 0)
  const average = drawn.length > 0 ? Math.round(sum / drawn.length) : height
  useEffect(() => setHeight(average), [setHeight, average])
  const last = drawn.at(-1)?.index ?? -1

  useEffect(() => {
    const missing = items.length < total && last + LOOK_AHEAD >= items.length
    onGap(cell, missing ? Math.max(last, items.length) : undefined)
  }, [onGap, cell, last, items.length, total])
  useEffect(() => () => onGap(cell, undefined), [onGap, cell])

  const latest = useRef(items)
  latest.current = items
  useEffect(
    () =>
      attachCell(cell, (id) => {
        const index = latest.current.findIndex((item) => item.id === id)
        if (index >= 0) virtualizer.scrollToIndex(index)
      }),
    [attachCell, cell, virtualizer],
  )

  return (
    <div
      ref={scroller}
      data-scroller=""
      className="min-h-0 overflow-y-auto overscroll-y-contain px-1.5 [overflow-anchor:none]"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {drawn.map(({ index, key, start }) => {
          const item = items[index]
          return (
            <li
              key={key}
              data-index={index}
              ref={virtualizer.measureElement}
              aria-setsize={total}
              aria-posinset={index + 1}
              className="absolute inset-x-0"
              // Not a transform: the browser keeps more state for each transformed element.
              style={{ top: start }}
            >
              {item ? <CellCard {...props} item={item} /> : <GapCard />}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
