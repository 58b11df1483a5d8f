import { type DayNumber, dayOfNumber, utcDate } from '@cairn/calendar'
import { useTranslation } from '#data/i18n.ts'
import { QuickAdd } from '#entities/work-item-list/quick-add.tsx'
import { Button } from '#ui/controls/button.tsx'
import { dayText } from '#ui/dates/day-format.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { type DayItems, DayList } from './day-cell.tsx'

interface SmallCalendarProps {
  weeks: readonly DayNumber[][]
  today: DayNumber
  chosen: DayNumber
  onChoose: (day: DayNumber) => void
  isOutside: (day: DayNumber) => boolean
  /** Number of items due on a day. */
  countOn: (day: DayNumber) => number
  list: DayItems
  adding: boolean
  onAdding: (adding: boolean) => void
  onAdd: ((name: string) => void) | undefined
  onMore: () => void
}

// Maximum number of dots.
const DOTS = 3

/** On a phone: the days as numbers, and below them the items due on the selected day. */
export function SmallCalendar(props: SmallCalendarProps) {
  const { weeks, today, chosen, onChoose, isOutside, countOn, list, adding, onAdding, onAdd } =
    props
  const { t, i18n } = useTranslation()
  const missing = list.total - list.items.length
  return (
    <>
      <div
        className="grid border-b border-line p-1"
        style={{ gridTemplateColumns: `repeat(${weeks[0]?.length ?? 7}, minmax(0, 1fr))` }}
      >
        {weeks.flat().map((day) => {
          const count = countOn(day)
          const date = dayText(day, 'full', i18n.language)
          return (
            <button
              key={day}
              type="button"
              aria-label={t('calendar.day_with', { date, count })}
              aria-pressed={day === chosen}
              aria-current={day === today ? 'date' : undefined}
              data-day={dayOfNumber(day)}
              onClick={() => onChoose(day)}
              className="focus-inset flex h-12 flex-col items-center justify-center gap-1 rounded-md"
            >
              <span
                className={classNames(
                  'grid size-7 place-items-center rounded-full text-[15px] tabular-nums',
                  day === chosen
                    ? 'bg-accent font-semibold text-on-accent'
                    : day === today
                      ? 'font-semibold text-accent-ink'
                      : isOutside(day)
                        ? 'text-ink-3'
                        : 'text-ink',
                )}
              >
                {utcDate(day).getUTCDate()}
              </span>
              <span aria-hidden className="flex h-1 gap-0.5">
                {Array.from({ length: Math.min(count, DOTS) }, (_, dot) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: dots are all alike
                  <span key={dot} className="size-1 rounded-full bg-control" />
                ))}
              </span>
            </button>
          )
        })}
      </div>
      <section aria-labelledby="chosen-day" className="flex flex-col gap-3 p-4 pb-24">
        <h2 id="chosen-day" className="text-title font-semibold">
          {dayText(chosen, 'full', i18n.language)}
        </h2>
        <DayList {...list} />
        {list.total === 0 && <p className="text-ink-3">{t('calendar.nothing_due')}</p>}
        {missing > 0 && (
          <Button onClick={props.onMore}>{t('calendar.load_more', { count: missing })}</Button>
        )}
        {onAdd && (
          <QuickAdd
            open={adding}
            onOpenChange={onAdding}
            onAdd={onAdd}
            className="rounded-md border border-line px-3"
          />
        )}
      </section>
    </>
  )
}
