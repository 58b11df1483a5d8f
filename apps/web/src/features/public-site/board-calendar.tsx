import { type DayNumber, dayNumber, dayOfNumber, monthFirst, weekFirst } from '@cairn/calendar'
import type { PublicItem, PublicItemGroup } from '@cairn/contract'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useContext, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { dayText } from '#ui/dates/day-format.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import { WeekStart } from '#ui/dates/week-start.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { classNames } from '#ui/theme/class-names.ts'
import type { LayoutProps } from './board-screen.tsx'
import { type BoardWords, useDueItems } from './hooks.ts'
import { ItemLink } from './item-link.tsx'
import { ItemState } from './item-parts.tsx'
import { NothingHere } from './nothing-here.tsx'

const none: PublicItemGroup = { results: [], total_results: 0 }

/** A month of days, each with the items due; on small screens only days that have items. */
export default function BoardCalendar({ words, filters, peeked }: LayoutProps) {
  const { t, i18n } = useTranslation()
  const weekStart = useContext(WeekStart)
  const small = useSmallScreen()
  const [today] = useState(() => dayNumber(todayHere()))
  const [month, setMonth] = useState(() => monthFirst(today))
  const end = monthFirst(month, 1)
  const from = weekFirst(month, weekStart)
  const weeks = Math.ceil((end - from) / 7)
  const days = Array.from({ length: weeks * 7 }, (_, at) => from + at)
  const span = { first: dayOfNumber(from), last: dayOfNumber(from + weeks * 7 - 1) }
  const { data, error } = useDueItems(words, filters, span)
  if (error && !data) return <NothingHere error={error} />
  const on = (day: DayNumber) => data?.[dayOfNumber(day)] ?? none
  const given = { words, peeked }
  const busy = days.filter((day) => day >= month && day < end && on(day).total_results > 0)

  return (
    <div className="flex min-h-0 grow flex-col bg-surface">
      <div className="flex h-11 shrink-0 items-center gap-1 border-b border-line px-4">
        <IconButton
          icon={ChevronLeft}
          label={t('public_site.previous_month')}
          onClick={() => setMonth(monthFirst(month, -1))}
        />
        <IconButton
          icon={ChevronRight}
          label={t('public_site.next_month')}
          onClick={() => setMonth(end)}
        />
        <h2 aria-live="polite" className="mx-2 font-medium">
          {dayText(month, 'month', i18n.language)}
        </h2>
        <Button size="sm" className="ml-auto" onClick={() => setMonth(monthFirst(today))}>
          {t('public_site.today')}
        </Button>
      </div>
      {small ? (
        <ul className="min-h-0 grow overflow-y-auto px-4 py-2">
          {busy.map((day) => (
            <li key={day} className="py-2">
              <p className="mb-1 font-medium">{dayText(day, 'full', i18n.language)}</p>
              <DayItems {...given} group={on(day)} />
            </li>
          ))}
          {data && busy.length === 0 && (
            <li className="py-6 text-center text-ink-3">{t('public_site.nothing_due')}</li>
          )}
        </ul>
      ) : (
        <div className="grid min-h-0 grow auto-rows-[minmax(112px,1fr)] grid-cols-7 grid-rows-[32px] overflow-y-auto">
          {days.slice(0, 7).map((day) => (
            <span
              key={day}
              aria-hidden
              className="sticky top-0 z-1 border-b border-line bg-surface px-3 py-1.5 text-right text-small text-ink-3"
            >
              {dayText(day, 'weekday', i18n.language)}
            </span>
          ))}
          {days.map((day) => (
            <section
              key={day}
              aria-label={dayText(day, 'full', i18n.language)}
              className={classNames(
                'flex min-w-0 flex-col gap-1 border-r border-b border-line-subtle p-1.5',
                (day < month || day >= end) && 'bg-sunken',
              )}
            >
              <span
                className={classNames(
                  'self-end px-1 text-small tabular-nums',
                  day === today ? 'rounded-sm bg-accent text-on-accent' : 'text-ink-3',
                )}
              >
                {Number(dayOfNumber(day).slice(-2))}
              </span>
              <DayItems {...given} group={on(day)} />
            </section>
          ))}
        </div>
      )}
    </div>
  )
}

interface DayItemsProps {
  words: BoardWords
  peeked: string | undefined
  group: PublicItemGroup
}

function DayItems({ words, peeked, group: { results, total_results } }: DayItemsProps) {
  const { t } = useTranslation()
  const hidden = total_results - results.length
  return (
    <ul className="flex min-w-0 flex-col gap-1">
      {results.map((item: PublicItem) => (
        <li
          key={item.id}
          className={classNames(
            'relative flex h-7 min-w-0 items-center gap-1.5 rounded-md border bg-raised px-1.5 text-small shadow-lift-0 hover:border-line-strong max-md:h-11',
            peeked === item.id ? 'border-accent' : 'border-line',
          )}
        >
          <ItemState item={item} words={words} />
          <ItemLink item={item} className="truncate before:absolute before:inset-0">
            {item.name}
          </ItemLink>
        </li>
      ))}
      {hidden > 0 && (
        <li className="px-1.5 text-small text-ink-3">
          {t('public_site.more_due', { count: hidden })}
        </li>
      )}
    </ul>
  )
}
