import type { WorkItem } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { QuickAdd } from '#entities/work-item-list/quick-add.tsx'
import type { ShownGroup } from '#entities/work-item-list/shown-groups.ts'
import type { Edit } from '#entities/work-item-list/use-row-actions.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { BoardCard } from './board-card.tsx'
import type { Over } from './board-positions.ts'
import type { CardContext } from './card-context.ts'

/** State of one cell; fields are undefined if they concern another cell. */
export interface CellView {
  edit: Edit | undefined
  /** Id of the card that is the tab stop; the next fields are card ids too. */
  tabStop: string | undefined
  arrived: string | undefined
  carried: string | undefined
  /** "TRAIL-412": open beside the board. */
  peeked: string | undefined
  over: Over | undefined
  /** A new item is being typed here. */
  adding: boolean
}

export interface CellProps extends CellView {
  cell: string
  group: ShownGroup
  items: readonly WorkItem[]
  total: number
  context: CardContext
  /** "Priority": the sort field, unless the order is manual. */
  orderedBy: string | undefined
  /** Reports the index up to which visible cards are missing; undefined: none. */
  onGap: (cell: string, index: number | undefined) => void
  onAdd: ((cell: string, name: string) => void) | undefined
  onAdding: (cell: string | undefined) => void
  attachCell: (cell: string, scrollTo: (id: string) => void) => () => void
}

/** One card of a cell. */
export function CellCard({ item, ...props }: CellProps & { item: WorkItem }) {
  const { cell, context, edit, tabStop, arrived, carried, peeked, over, orderedBy } = props
  const marked = over?.card === item.id && !orderedBy
  return (
    <BoardCard
      item={item}
      cell={cell}
      context={context}
      editing={edit?.item.id === item.id ? edit.what : undefined}
      tabIndex={tabStop === item.id ? 0 : -1}
      peeked={peeked !== undefined && peeked === context.faces.keyOf(item)}
      arrived={arrived === item.id}
      carried={carried === item.id}
      drop={marked ? over.edge : undefined}
    />
  )
}

const bar = 'block h-2.5 rounded-[5px] bg-hover'

/** Placeholder of a card being loaded. */
export function GapCard() {
  return (
    <div aria-hidden className="rounded-md border border-line bg-raised p-2.5">
      <div className="pulse flex flex-col gap-2.5">
        <span className={`${bar} w-16`} />
        <span className={`${bar} w-4/5`} />
        <span className={`${bar} w-2/5`} />
      </div>
    </div>
  )
}

/** Shown over the target cell of a drag if the order in it is not manual. */
export function OrderHint({ orderedBy }: { orderedBy: string }) {
  const { t } = useTranslation()
  return (
    <p className="pointer-events-none absolute inset-0 z-(--z-sticky) grid place-items-center rounded-lg bg-accent-subtle/90 p-4 text-center text-accent-ink">
      {t('board.drop_hint', { order: orderedBy })}
    </p>
  )
}

export const wellLook = (over: boolean) =>
  classNames(
    'relative rounded-lg',
    over ? 'bg-accent-subtle outline-[1.5px] -outline-offset-1 outline-accent' : 'bg-sunken',
  )

type AdderProps = Pick<CellProps, 'cell' | 'group' | 'adding' | 'onAdd' | 'onAdding'> & {
  className?: string
}

/** At the end of a cell: type, Enter, type the next. */
export function Adder({ cell, group, adding, onAdd, onAdding, className }: AdderProps) {
  if (!onAdd || !group.payload) return null
  return (
    <div className={classNames('@container shrink-0', className)}>
      <QuickAdd
        open={adding}
        onOpenChange={(open) => onAdding(open ? cell : undefined)}
        onAdd={(name) => onAdd(cell, name)}
        className="rounded-md border-b-transparent px-2! [&>span:first-child]:hidden"
      />
    </div>
  )
}
