import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'

export interface ListRowProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Style only: the box shows on hover, and always once checked. */
  checkbox?: ReactNode
  /** Can be selected: while others are, an empty box is shown in place of the checkbox. */
  selectable?: boolean
  /** The state's picker or icon, 16. */
  state?: ReactNode
  identifier?: string
  /** The icon of its type, 16, before the name; null reserves its space. */
  type?: ReactNode
  /** The title: a link, so that it opens in a new tab too. */
  name: ReactNode
  /** A chevron before the name of an item with children. */
  expander?: ReactNode
  /** Sub-item and attachment counts, right after the name. */
  counts?: ReactNode
  /** Null: nothing yet, but the space of an icon is reserved. */
  labels?: ReactNode
  module?: ReactNode
  cycle?: ReactNode
  estimate?: ReactNode
  priority?: ReactNode
  /** Slot of 46, right aligned; null reserves it. */
  date?: ReactNode
  /** Slot of 60, right aligned. */
  assignees?: ReactNode
  /** Slot of 24: the row's menu, shown on hover. */
  menu?: ReactNode
  /** First in the strip: "Not synced". */
  mark?: ReactNode
  /** Below 768, the line under the title: identifier, priority, date, first label and "+n". */
  mobileMeta?: ReactNode
  selected?: boolean
  peeked?: boolean
  /** Sub-items, 12 px per level. */
  level?: number
  /** Just created or moved. */
  arrived?: boolean
  /** Collapses by the width of its `VirtualList`: one container is far cheaper than one per row. */
  inList?: boolean
}

const slot = 'flex shrink-0 items-center'

/** Shows its content when the row is hovered, focused, or small; its space is always reserved. */
const onHover =
  'until-hover group-hover/row:opacity-100 group-focus-within/row:opacity-100 has-checked:opacity-100 has-aria-expanded:opacity-100 in-data-selecting:opacity-100'

/**
 * While something is selected every row shows a box: drawn by CSS, not an element, until hovered.
 */
export const emptyBox =
  'md:in-data-selecting:pl-[calc(16px+var(--level,0)*12px)] md:in-data-selecting:before:size-3.5 md:in-data-selecting:before:shrink-0 md:in-data-selecting:before:rounded-sm md:in-data-selecting:before:border-[1.5px] md:in-data-selecting:before:border-control md:in-data-selecting:before:bg-surface'

/**
 * Lists render it by the hundred while scrolling: parts that are not given are not rendered, their
 * space is padding.
 */
export function ListRow({
  checkbox,
  selectable = false,
  state,
  identifier,
  type,
  name,
  expander,
  counts,
  labels,
  module,
  cycle,
  estimate,
  priority,
  date,
  assignees,
  menu,
  mark,
  mobileMeta,
  selected = false,
  peeked = false,
  level = 0,
  arrived = false,
  inList = false,
  className,
  style,
  ...rest
}: ListRowProps) {
  const hyphen = (identifier?.lastIndexOf('-') ?? 0) + 1
  const title = classNames(
    'min-w-0 truncate max-md:line-clamp-2 max-md:text-[15px] max-md:leading-5 max-md:whitespace-normal',
    !mobileMeta && 'max-md:grow',
  )
  const row = (
    <div
      {...rest}
      data-selected={selected || undefined}
      style={level ? ({ ...style, '--level': level } as ListRowProps['style']) : style}
      className={classNames(
        'group/row focus-inset flex min-h-9 items-center gap-2 border-b border-line-subtle pr-3 transition-colors duration-(--time-instant) max-md:min-h-16 max-md:items-start max-md:gap-3 max-md:px-4 max-md:py-2.5',
        checkbox ? 'pl-[calc(16px+var(--level,0)*12px)]' : 'pl-[calc(38px+var(--level,0)*12px)]',
        selectable && !checkbox && emptyBox,
        selected || peeked
          ? 'bg-selected [--row-bg:var(--selected)] hover:bg-selected-hover hover:[--row-bg:var(--selected-hover)]'
          : 'hover:bg-hover hover:[--row-bg:var(--hover)]',
        peeked && 'shadow-[inset_2px_0_0_var(--accent)]',
        arrived && 'flash',
        className,
      )}
    >
      {checkbox && (
        <span className={classNames(slot, onHover, 'w-3.5 max-md:hidden')}>{checkbox}</span>
      )}
      {state && <span className={classNames(slot, 'size-4 max-md:mt-0.5')}>{state}</span>}
      {identifier && (
        <span className="min-w-18 shrink-0 text-small whitespace-nowrap text-ink-3 max-md:hidden">
          {identifier.slice(0, hyphen)}
          <span className="tabular-nums">{identifier.slice(hyphen)}</span>
        </span>
      )}
      {type !== undefined && (
        <span className={classNames(slot, 'size-4 max-md:mt-0.5', !type && 'max-md:hidden')}>
          {type}
        </span>
      )}
      {expander && <span className={classNames(slot, 'max-md:hidden')}>{expander}</span>}
      {mobileMeta ? (
        <div className="min-w-0 max-md:grow">
          <div className={title}>{name}</div>
          <div className="mt-1 flex h-5 items-center gap-2 overflow-hidden text-small whitespace-nowrap text-ink-3 md:hidden">
            {mobileMeta}
          </div>
        </div>
      ) : (
        <div className={title}>{name}</div>
      )}
      {counts && (
        <span className={classNames(slot, 'gap-2 max-md:hidden @max-[700px]:hidden')}>
          {counts}
        </span>
      )}
      <span
        className={classNames(
          slot,
          'ml-auto gap-1.5 pl-4 max-md:self-center',
          labels === null && 'md:@min-[900px]:pl-11.5',
          !menu && 'mr-7.5 max-md:mr-0',
        )}
      >
        {mark}
        {labels && <Fold at="@max-[900px]:hidden">{labels}</Fold>}
        {module && <Fold at="@max-[980px]:hidden">{module}</Fold>}
        {cycle && <Fold at="@max-[940px]:hidden">{cycle}</Fold>}
        {estimate && <Fold at="@max-[660px]:hidden">{estimate}</Fold>}
        {priority && <Fold at="w-4">{priority}</Fold>}
        {date !== undefined && <Fold at="w-11.5 justify-end @max-[420px]:hidden">{date}</Fold>}
        {assignees && (
          <span
            className={classNames(
              slot,
              'w-15 justify-end max-md:w-auto max-md:[&_[data-avatar]]:size-6 max-md:[&_[data-avatar]]:text-[12px]',
            )}
          >
            {assignees}
          </span>
        )}
      </span>
      {menu && (
        <span className={classNames(slot, onHover, '-ml-0.5 w-6 max-md:hidden')}>{menu}</span>
      )}
    </div>
  )
  return inList ? row : <div className="@container">{row}</div>
}

function Fold({ at, children }: { at: string; children: ReactNode }) {
  return <span className={classNames(slot, 'gap-1.5 max-md:hidden', at)}>{children}</span>
}

interface RowDateProps {
  late?: boolean
  /** Tooltip: the whole date. */
  tip?: string
  children: ReactNode
}

/** In the date slot; `late` when due and still open. */
export function RowDate({ late = false, tip, children }: RowDateProps) {
  return (
    <span
      data-tip={tip}
      className={classNames(
        'text-small whitespace-nowrap tabular-nums',
        late ? 'overdue' : 'text-ink-2',
      )}
    >
      {children}
    </span>
  )
}

/** An icon and a number after the name: sub-items "2/4", attachments "4". */
export function RowCount({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1 text-small text-ink-3 tabular-nums">
      {icon}
      {children}
    </span>
  )
}
