import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useRef } from 'react'
import type { ShownGroup } from '#entities/work-item-list/shown-groups.ts'
import { useNear } from '#ui/overlays/use-near.ts'
import { Adder, CellCard, type CellProps, GapCard, OrderHint, wellLook } from './cell.tsx'
import { ColumnHeader } from './column-header.tsx'

interface BoardColumnProps extends CellProps {
  onFold: (group: string) => void
  onCreate: ((group: ShownGroup) => void) | undefined
  onAddExisting: (() => void) | undefined
}

const CARD_HEIGHT = 104
const CARD_GAP = 6
const PADDING = 6
// Cards: what is about to come is read before it is seen.
const LOOK_AHEAD = 10

/** A column that scrolls by itself and draws only the cards near its window; out of sight only its name. */
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
  const virtualizer = useVirtualizer({
    count: Math.max(total, items.length),
    overscan: 2,
    gap: CARD_GAP,
    paddingStart: PADDING,
    paddingEnd: PADDING,
    scrollPaddingStart: PADDING,
    scrollPaddingEnd: PADDING,
    estimateSize: () => CARD_HEIGHT,
    getScrollElement: useCallback(() => scroller.current, []),
    getItemKey: useCallback((index: number) => items[index]?.id ?? index, [items]),
  })
  const drawn = virtualizer.getVirtualItems()
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
              // Not moved by a transform: the browser keeps more for each thing that is.
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
