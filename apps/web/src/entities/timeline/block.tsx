import { dayOfNumber } from '@cairn/calendar'
import type { CSSProperties } from 'react'
import type { TFunction } from '#data/i18n.ts'
import type { SyncMark } from '#data/outbox-state.ts'
import { SyncTag } from '#entities/frame/sync-tag.tsx'
import { longDate } from '#ui/dates/day.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { type Block, type Dates, NAME_INSIDE, type Part } from './geometry.ts'

interface TimelineBlockProps {
  item: { id: string; name: string }
  /** Its full name: "TRAIL-412 Walk". */
  label: string
  dates: Dates
  block: Block
  /** Adds its color, as the text color, to the given class. */
  look: (className: string) => { className?: string; style?: CSSProperties }
  /** The meaning of its color in words. */
  status: string | undefined
  /** Dependency arrows can be drawn from it. */
  linkable?: boolean
  t: TFunction
  canChange: boolean
  /** Its ends show their dates on hover; false until the row is hovered or focused. */
  lively?: boolean
  peeked: boolean
  /** The part being dragged. */
  dragging: Part | 'link' | undefined
  /** Left position of its name while it scrolls out. */
  sidebar: number
  /** How much of it is hidden there. */
  cut: number
  /** It has changes that wait for the network or for a decision. */
  mark?: SyncMark | undefined
}

/** "Nov 09, 2026 to Nov 27, 2026", or the only date. */
export function datesText({ start, due }: Dates, t: TFunction) {
  const from = start === null ? '' : longDate(dayOfNumber(start))
  const to = due === null ? '' : longDate(dayOfNumber(due))
  if (from && to) return t('timeline.from_to', { from, to })
  return from ? t('timeline.from', { from }) : t('timeline.till', { to })
}

const fades = {
  due: '[mask-image:linear-gradient(90deg,#000_30%,transparent)]',
  start: 'flex-row-reverse [mask-image:linear-gradient(270deg,#000_30%,transparent)]',
}

/** In the color of its entity. */
export const barLook =
  'focus-inset flex size-full items-center gap-1.5 overflow-clip rounded-md pr-2 pl-1.25 text-small font-medium ' +
  'bg-[color-mix(in_oklab,currentColor_16%,var(--surface))] ' +
  'before:h-4 before:w-0.75 before:shrink-0 before:rounded-full before:bg-current'

/** A bar from the first to the last day of an item, in the color of its state. Also for modules. */
export function TimelineBlock(props: TimelineBlockProps) {
  const { item, label, dates, block, look, t, canChange, peeked, dragging, sidebar, cut } = props
  const { status, linkable = true, lively = true, mark } = props
  const { left, width, open } = block
  const text = datesText(dates, t)
  const inside = !open && width >= NAME_INSIDE
  const movable = canChange && !open
  const lifted = dragging === 'move' || dragging === 'start' || dragging === 'due'
  return (
    <div
      data-block={item.id}
      className="group/block absolute top-1/2 z-1 h-7 -translate-y-1/2"
      style={{ left, width }}
    >
      <button
        type="button"
        data-part="move"
        aria-label={`${label}, ${text}`}
        aria-description={status}
        data-tip={lifted ? undefined : [`${item.name}: ${text}`, status].filter(Boolean).join(', ')}
        {...look(
          classNames(
            barLook,
            open && fades[open],
            movable && 'cursor-grab active:cursor-grabbing',
            peeked || lifted
              ? 'shadow-[inset_0_0_0_1.5px_currentColor,var(--lift-1)]'
              : 'shadow-[inset_0_0_0_1px_color-mix(in_oklab,currentColor_36%,transparent)] group-hover/row:shadow-[inset_0_0_0_1.5px_currentColor]',
          ),
        )}
      >
        {inside && (
          <span
            className="sticky flex min-w-0 items-center gap-1.5 text-ink"
            style={{ left: sidebar + 14, maxWidth: width - cut - 24 }}
          >
            <span className="truncate">{item.name}</span>
            {mark && <SyncTag mark={mark} compact />}
          </span>
        )}
      </button>
      {!inside && cut < width && (
        <span className="pointer-events-none absolute top-1.5 left-full ml-3 flex max-w-80 items-center gap-1.5 rounded-sm bg-surface px-1 text-small whitespace-nowrap text-ink-2">
          <span className="truncate">{item.name}</span>
          {mark && <SyncTag mark={mark} compact />}
        </span>
      )}
      {canChange && (
        <>
          <Edge side="start" date={lively ? dates.start : null} dragging={dragging === 'start'} />
          <Edge side="due" date={lively ? dates.due : null} dragging={dragging === 'due'} />
          {linkable && <Dot side="start" />}
          {linkable && <Dot side="due" />}
        </>
      )}
    </div>
  )
}

interface EdgeProps {
  side: 'start' | 'due'
  date: number | null
  dragging: boolean
}

/** Resizes a block; shows the date. */
function Edge({ side, date, dragging }: EdgeProps) {
  const atStart = side === 'start'
  return (
    <>
      <span
        aria-hidden
        data-part={side}
        className={classNames(
          'peer absolute inset-y-0 z-1 w-3 max-w-1/2 cursor-ew-resize',
          atStart ? 'left-0' : 'right-0',
        )}
      />
      {date !== null && (
        <span
          aria-hidden
          className={classNames(
            'pointer-events-none absolute top-1 z-1 flex h-5 items-center rounded-sm bg-tooltip px-1.5 text-micro font-medium whitespace-nowrap text-tooltip-ink tabular-nums',
            atStart ? 'right-full mr-4' : 'left-full ml-4',
            !dragging && 'opacity-0 peer-hover:opacity-100',
          )}
        >
          {longDate(dayOfNumber(date))}
        </span>
      )}
    </>
  )
}

/** An arrow drawn from here creates a dependency. */
function Dot({ side }: { side: 'start' | 'due' }) {
  return (
    <span
      aria-hidden
      data-part={`link ${side}`}
      className={classNames(
        'absolute top-1/2 z-1 grid size-4 -translate-y-1/2 cursor-crosshair place-items-center until-hover group-hover/block:opacity-100 touch:hidden',
        'before:size-2 before:rounded-full before:border-2 before:border-accent before:bg-surface',
        side === 'start' ? 'right-full' : 'left-full',
      )}
    />
  )
}
