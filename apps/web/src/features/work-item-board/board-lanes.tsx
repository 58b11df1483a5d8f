import { ArrowDown, ChevronDown } from 'lucide-react'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { cellIn, cellKey, type LoadedItems } from '#entities/work-item-list/grouped-items.ts'
import type { ShownGroup } from '#entities/work-item-list/shown-groups.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { useNear } from '#ui/overlays/use-near.ts'
import { groupedNumber } from '#ui/platform/number.ts'
import { classNames } from '#ui/theme/class-names.ts'
import {
  Adder,
  CellCard,
  type CellProps,
  type CellView,
  GapCard,
  OrderHint,
  wellLook,
} from './cell.tsx'
import { ColumnHeader } from './column-header.tsx'

type Shared = Omit<CellProps, keyof CellView | 'cell' | 'group' | 'items' | 'total'>

interface BoardLanesProps {
  data: LoadedItems
  columns: readonly ShownGroup[]
  lanes: readonly ShownGroup[]
  folded: ReadonlySet<string>
  shared: Shared
  viewOf: (cell: string) => CellView
  onFold: (lane: string) => void
  onCreate: ((group: ShownGroup) => void) | undefined
  onAddExisting: (() => void) | undefined
}

const row = 'flex gap-3 px-4'
const width = 'min-w-(--column-min) flex-[0_1_304px]'

/** Columns across lanes: the whole board scrolls, its headers are sticky. */
export function BoardLanes(props: BoardLanesProps) {
  const { data, columns, lanes, folded, shared, viewOf, onFold, onCreate, onAddExisting } = props
  return (
    <>
      <div
        className={`${row} sticky top-0 z-(--z-sidebar) border-b border-line-subtle bg-surface pt-1`}
      >
        {columns.map((column) => (
          <div key={column.id} className={width}>
            <ColumnHeader group={column} onCreate={onCreate} onAddExisting={onAddExisting} />
          </div>
        ))}
      </div>
      {lanes.map((lane) => {
        const open = !folded.has(lane.id)
        return (
          <section key={lane.id} aria-label={lane.title} className="border-b border-line-subtle">
            <LaneHeader lane={lane} open={open} onFold={onFold} />
            {open && (
              <div className={`${row} pb-3`}>
                {columns.map((column) => {
                  const cell = cellKey(column.id, lane.id)
                  const { items, total } = cellIn(data, cell)
                  return (
                    <LaneCell
                      key={column.id}
                      {...shared}
                      {...viewOf(cell)}
                      onAdd={lane.payload ? shared.onAdd : undefined}
                      cell={cell}
                      group={column}
                      items={items}
                      total={total}
                    />
                  )
                })}
              </div>
            )}
          </section>
        )
      })}
    </>
  )
}

interface LaneHeaderProps {
  lane: ShownGroup
  open: boolean
  onFold: (lane: string) => void
}

function LaneHeader({ lane, open, onFold }: LaneHeaderProps) {
  return (
    <div className="sticky top-10 z-(--z-sticky) bg-surface">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => onFold(lane.id)}
        className="focus-inset sticky left-0 flex h-8 max-w-full items-center gap-2 px-5 max-md:h-11"
      >
        <Icon
          of={ChevronDown}
          size={14}
          className={classNames(
            'text-ink-3 transition-transform duration-(--time-base)',
            !open && '-rotate-90',
          )}
        />
        <Icon of={lane.icon} className="text-ink-3" />
        <span className="truncate font-medium">{lane.title}</span>
        {lane.total !== undefined && (
          <span className="text-ink-3 tabular-nums">{groupedNumber(lane.total)}</span>
        )}
      </button>
    </div>
  )
}

const CARD_HEIGHT = 104

/**
 * A cell of a lane: as high as its cards. Far from the viewport it keeps its height and renders
 * nothing.
 */
const LaneCell = memo(function LaneCell(props: CellProps) {
  const { cell, items, total, over, orderedBy, onGap } = props
  const { t } = useTranslation()
  const well = useRef<HTMLDivElement>(null)
  const near = useNear(well)
  const height = useRef(items.length * CARD_HEIGHT)
  const [asked, setAsked] = useState(-1)
  const reading = asked === items.length && items.length < total

  useLayoutEffect(() => {
    if (near && well.current) height.current = well.current.offsetHeight
  })
  useEffect(() => {
    onGap(cell, reading ? items.length : undefined)
    return () => onGap(cell, undefined)
  }, [onGap, cell, reading, items.length])

  return (
    <div
      ref={well}
      data-cell={cell}
      style={near ? undefined : { height: height.current }}
      className={`${wellLook(over !== undefined)} ${width} group/cell flex min-h-18 flex-col gap-1.5 p-1.5`}
    >
      {near && (
        <>
          <ul className="flex flex-col gap-1.5 empty:hidden">
            {items.map((item) => (
              <li key={item.id}>
                <CellCard {...props} item={item} />
              </li>
            ))}
          </ul>
          {reading ? (
            <GapCard />
          ) : (
            items.length < total && (
              <Button
                size="sm"
                variant="ghost"
                icon={ArrowDown}
                onClick={() => setAsked(items.length)}
              >
                {t('board.load_more')}
              </Button>
            )
          )}
          <Adder
            {...props}
            className="until-hover group-focus-within/cell:opacity-100 group-hover/cell:opacity-100"
          />
          {over && orderedBy && <OrderHint orderedBy={orderedBy} />}
        </>
      )}
    </div>
  )
})
