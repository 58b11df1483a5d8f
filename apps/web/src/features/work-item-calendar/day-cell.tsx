import { type DayNumber, dayOfNumber, isWeekend, utcDate } from '@cairn/calendar'
import type { WorkItem } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { QuickAdd } from '#entities/work-item-list/quick-add.tsx'
import { dayText } from '#ui/dates/day-format.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { DayAdder } from './day-adder.tsx'
import { type BlockContext, ItemBlock } from './item-block.tsx'

/** Props of the items of a day. */
export interface DayItems {
  items: readonly WorkItem[]
  total: number
  canChange: (item: WorkItem) => boolean
  isPeeked: (item: WorkItem) => boolean
  arrived: string | undefined
  menuOf: string | undefined
  context: BlockContext
}

interface DayCellProps extends DayItems {
  day: DayNumber
  today: boolean
  /** The day belongs to another month. */
  outside: boolean
  /** An item is being dragged over it. */
  over: boolean
  tabIndex: 0 | -1
  /** Undefined where nothing may be added. */
  onAdd: ((name: string) => void) | undefined
  onExisting: (() => void) | undefined
  adding: boolean
  onAdding: (adding: boolean) => void
  onMore: () => void
}

// Up to this many items leave room for the add button.
const ROOMY = 3

export function DayCell(props: DayCellProps) {
  const { day, today, outside, over, tabIndex, items, total, adding, onAdding, onAdd } = props
  const { t, i18n } = useTranslation()
  const date = dayText(day, 'full', i18n.language)
  const full = items.length >= ROOMY
  const missing = total - items.length
  const adder = onAdd && !adding && (
    <DayAdder date={date} small={full} onNew={() => onAdding(true)} onExisting={props.onExisting} />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a day with its items, not a set of fields
    <div
      role="group"
      aria-label={date}
      aria-current={today ? 'date' : undefined}
      data-day={dayOfNumber(day)}
      tabIndex={tabIndex}
      className={classNames(
        'group/day focus-inset flex min-w-0 flex-col gap-0.75 border-r border-b border-line-subtle p-1',
        over
          ? 'bg-accent-subtle shadow-[inset_0_0_0_1.5px_var(--accent)]'
          : isWeekend(day) && 'bg-canvas',
      )}
    >
      <div className="flex h-6 shrink-0 items-center justify-between pr-1.5">
        <span>{full && adder}</span>
        <DayNumberMark day={day} today={today} outside={outside} locale={i18n.language} />
      </div>
      <DayList {...props} />
      {missing > 0 && (
        <button
          type="button"
          onClick={props.onMore}
          className="focus-inset hit h-5 self-start rounded-sm px-2 text-small font-medium text-ink-2 hover:text-ink"
        >
          {t('calendar.load_more', { count: missing })}
        </button>
      )}
      {adding && onAdd ? (
        <div className="@container">
          <QuickAdd
            open
            onOpenChange={onAdding}
            onAdd={onAdd}
            className="h-7! rounded-md border border-line! bg-raised px-2! text-small [&>span:first-child]:hidden"
          />
        </div>
      ) : (
        !full && adder
      )}
    </div>
  )
}

/** The items of a day; the layout handles the clicks. */
export function DayList({ items, context, canChange, isPeeked, arrived, menuOf }: DayItems) {
  if (items.length === 0) return null
  return (
    <ul className="flex flex-col gap-0.75 max-md:gap-2">
      {items.map((item) => (
        <li key={item.id}>
          <ItemBlock
            item={item}
            context={context}
            canChange={canChange(item)}
            peeked={isPeeked(item)}
            arrived={arrived === item.id}
            menuOpen={menuOf === item.id}
          />
        </li>
      ))}
    </ul>
  )
}

interface MarkProps {
  day: DayNumber
  today: boolean
  outside: boolean
  locale: string
}

/** The number of the day; with the month on its first. */
function DayNumberMark({ day, today, outside, locale }: MarkProps) {
  const number = utcDate(day).getUTCDate()
  const text = number === 1 ? `${dayText(day, 'shortMonth', locale)} ${number}` : number
  return (
    <span
      className={classNames(
        'text-small tabular-nums',
        today
          ? '-mr-1.25 grid h-5.5 min-w-5.5 place-items-center rounded-full bg-accent px-1 font-semibold text-on-accent'
          : outside
            ? 'text-ink-3'
            : 'text-ink-2',
      )}
    >
      {text}
    </span>
  )
}
