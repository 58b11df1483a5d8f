import { type DayNumber, dayOfNumber } from '@cairn/calendar'
import type { State, WorkItem } from '@cairn/contract'
import { ArrowLeft, ArrowRight, Plus } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { TFunction } from '#data/i18n.ts'
import type { SyncMark } from '#data/outbox-state.ts'
import { SyncTag } from '#entities/frame/sync-tag.tsx'
import { stateLook } from '#entities/state/state-look.ts'
import { TimelineBlock } from '#entities/timeline/block.tsx'
import {
  blockOf,
  type Dates,
  datesOf,
  daysLong,
  type Part,
  type Scale,
  xOf,
} from '#entities/timeline/geometry.ts'
import { isDraft, keyText } from '#entities/work-item-list/is-draft.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { longDate } from '#ui/dates/day.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { noHover } from '#ui/platform/no-hover.ts'
import { classNames } from '#ui/theme/class-names.ts'

/** What all rows share. One object, so that a row is rendered again only when it changed. */
export interface TimelineContext {
  t: TFunction
  states: ReadonlyMap<string, State>
  identifiers: ReadonlyMap<string, string>
  showsKey: boolean
  selects: boolean
  sidebar: number
  attachDrag: (row: HTMLElement) => () => void
  onShow: (day: DayNumber) => void
  onAddDates: (item: WorkItem, day: DayNumber) => void
}

interface TimelineRowProps {
  item: WorkItem
  context: TimelineContext
  scale: Scale
  /** Replaces its dates while it or an item it waits for is dragged. */
  preview: Dates | undefined
  dragging: Part | 'link' | undefined
  /** The side of its block, when that is out of view. */
  away: 'left' | 'right' | undefined
  /** Width of the part of its block that is out of view at the left. */
  cut: number
  /** The day under the pointer in an empty row. */
  addAt: DayNumber | undefined
  canChange: boolean
  tabIndex: 0 | -1
  selected: boolean
  peeked: boolean
  /** It has changes that wait for the network or for a decision. */
  mark: SyncMark | undefined
  drop: 'before' | 'after' | undefined
}

export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { item, context, scale, preview, dragging, away, addAt, canChange, peeked, drop } = props
  const { t, states, sidebar } = context
  // Only the hovered or focused row has a checkbox, shows its dates and can be dragged.
  const [lively, setLively] = useState(false)
  const wake = lively ? undefined : () => setLively(true)
  const dates = preview ?? datesOf(item)
  const block = blockOf(dates, scale)
  const draft = isDraft(item)
  const identifier = draft ? '' : keyText(context.identifiers.get(item.project_id), item)
  const marked = props.selected || peeked
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that one is here
    <div
      // Moving, not entering: rows that scroll by under a resting pointer stay as they are.
      onPointerMove={wake}
      onFocus={wake}
      className={classNames(
        'group/row relative flex h-11',
        marked
          ? 'bg-selected [--row-bg:var(--selected)]'
          : 'hover:bg-hover hover:[--row-bg:var(--hover)]',
        draft && !props.mark && 'pulse',
        drop === 'before' && 'shadow-[inset_0_2px_0_var(--accent)]',
        drop === 'after' && 'shadow-[inset_0_-2px_0_var(--accent)]',
      )}
    >
      <SidebarCell
        {...props}
        identifier={identifier}
        dates={dates}
        hasBlock={block !== undefined}
        lively={lively}
      />
      <div data-chart="" className="relative grow border-b border-line-subtle">
        {block && (
          <TimelineBlock
            item={item}
            label={`${identifier} ${item.name}`}
            dates={dates}
            block={block}
            look={(className) => stateLook(item, states, className)}
            linkable={!item.is_draft}
            status={states.get(item.state_id)?.name}
            t={t}
            canChange={canChange && !away}
            lively={lively}
            peeked={peeked}
            dragging={dragging}
            sidebar={sidebar}
            cut={props.cut}
            mark={props.mark}
          />
        )}
        {!block && addAt !== undefined && (
          <AddDates
            day={addAt}
            left={xOf(addAt, scale)}
            t={t}
            onAdd={() => context.onAddDates(item, addAt)}
          />
        )}
      </div>
    </div>
  )
})

interface SidebarCellProps extends TimelineRowProps {
  identifier: string
  dates: Dates
  hasBlock: boolean
  lively: boolean
}

function SidebarCell(props: SidebarCellProps) {
  const { item, context, identifier, dates, hasBlock, away } = props
  const { tabIndex, canChange, selected, peeked, mark, lively } = props
  const { t, sidebar, showsKey, selects, attachDrag } = context
  const row = useRef<HTMLDivElement>(null)
  const draft = isDraft(item)
  const carried = lively && canChange && !draft
  const hasBox = !draft && (lively || noHover || selected)

  useEffect(
    () => (carried && row.current ? attachDrag(row.current) : undefined),
    [carried, attachDrag],
  )

  const days = daysLong(dates)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of a list, not a set of fields
    <div
      ref={row}
      data-row=""
      data-item={item.id}
      role="group"
      aria-label={identifier ? `${identifier} ${item.name}` : item.name}
      aria-busy={(draft && !mark) || undefined}
      tabIndex={tabIndex}
      style={{ width: sidebar }}
      className={classNames(
        'focus-inset sticky left-0 z-2 flex shrink-0 items-center gap-2 border-r border-b border-line border-b-line-subtle bg-(--row-bg,var(--surface)) pr-4',
        // The space of the checkbox is reserved by padding, not by an element.
        selects ? (hasBox ? 'pl-3' : 'pl-8.5') : 'pl-4',
        peeked && 'shadow-[inset_2px_0_0_var(--accent)]',
      )}
    >
      {selects && hasBox && (
        <span
          data-check=""
          className="inline-grid w-3.5 shrink-0 until-hover group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-checked:opacity-100"
        >
          <Checkbox
            checked={selected}
            readOnly
            tabIndex={-1}
            aria-label={t('work_items.select', { name: item.name })}
          />
        </span>
      )}
      {showsKey && identifier && (
        <Identifier
          value={identifier}
          className="min-w-16 shrink-0 text-small text-ink-3 max-md:hidden"
        />
      )}
      <span
        className="min-w-0 grow truncate"
        data-tip={item.name.length > 30 ? item.name : undefined}
      >
        {item.name}
      </span>
      {mark && <SyncTag mark={mark} compact />}
      {draft && !mark && <Spinner size={14} />}
      {days !== undefined && (
        <span className="w-14 shrink-0 text-right text-small text-ink-3 tabular-nums max-md:hidden">
          {t('timeline.days', { count: days })}
        </span>
      )}
      {hasBlock && away && (
        // Positioned next to the sticky element, not sticky itself: each sticky element is a layer.
        <span data-stay="" className="absolute left-full mt-0.5 ml-2.25">
          <IconButton
            size="sm"
            variant="outlined"
            icon={away === 'left' ? ArrowLeft : ArrowRight}
            label={t('timeline.show_block', { name: item.name })}
            onClick={() => context.onShow(dates.start ?? dates.due ?? 0)}
          />
        </span>
      )}
    </div>
  )
}

interface AddDatesProps {
  day: DayNumber
  left: number
  t: TFunction
  onAdd: () => void
}

/** Follows the pointer along an empty row. */
function AddDates({ day, left, t, onAdd }: AddDatesProps) {
  const date = longDate(dayOfNumber(day))
  return (
    <div className="absolute top-2 z-1 flex h-7 items-center gap-2" style={{ left }}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('timeline.add_dates', { date })}
        onClick={onAdd}
        className="grid size-7 place-items-center rounded-md border border-line-strong bg-raised text-ink-2 shadow-lift-1 hover:text-ink"
      >
        <Icon of={Plus} />
      </button>
      <span
        aria-hidden
        className="pointer-events-none flex h-6 items-center rounded-sm bg-tooltip px-2 text-small font-medium whitespace-nowrap text-tooltip-ink tabular-nums"
      >
        {date}
      </span>
    </div>
  )
}
