import { type DayNumber, dayNumber, monthFirst } from '@cairn/calendar'
import type { PublicItem } from '@cairn/contract'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { barLook, datesText } from '#entities/timeline/block.tsx'
import {
  blockOf,
  datesOf,
  dayWidths,
  NAME_INSIDE,
  type Scale,
  xOf,
} from '#entities/timeline/geometry.ts'
import { Button } from '#ui/controls/button.tsx'
import { picked } from '#ui/controls/picked-colour.ts'
import { dayText } from '#ui/dates/day-format.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loader } from '#ui/feedback/loader.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { LayoutProps } from './board-screen.tsx'
import { type BoardWords, useFlatItems } from './hooks.ts'
import { ItemLink } from './item-link.tsx'
import { keyOf } from './item-parts.tsx'
import { NothingHere } from './nothing-here.tsx'

/** Days shown before and after today; items outside are listed without a bar. */
const REACH = 730

/** Bars over the duration of items, earliest start first. */
export default function BoardTimeline({ words, filters, peeked }: LayoutProps) {
  const { t, i18n } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const [today] = useState(() => dayNumber(todayHere()))
  const { items, error, hasMore, isFetching, readMore } = useFlatItems(words, filters, 'start_date')
  const dated = items?.filter(({ start_date, target_date }) => start_date || target_date) ?? []
  const days = dated.flatMap((item) => {
    const { start, due } = datesOf(item)
    return [start, due].filter((day) => day !== null)
  })
  const near = (day: DayNumber) => Math.min(today + REACH, Math.max(today - REACH, day))
  const first = monthFirst(near(Math.min(today, ...days) - 7))
  const end = monthFirst(near(Math.max(today, ...days) + 21), 1)
  const scale: Scale = { zoom: 'month', first }
  const months: DayNumber[] = []
  for (let month = first; month < end; month = monthFirst(month, 1)) months.push(month)
  const width = (end - first) * dayWidths.month
  const isDrawn = items !== undefined

  // Starts at today; earlier days are to the left.
  useLayoutEffect(() => {
    if (isDrawn) scroller.current?.scrollTo({ left: (today - first - 7) * dayWidths.month })
  }, [isDrawn, today, first])

  if (error && !items) return <NothingHere error={error} />
  if (!items) return <Loader />
  if (dated.length === 0 && !hasMore) {
    return (
      <EmptyState title={t('public_site.no_dates')}>{t('public_site.no_dates_text')}</EmptyState>
    )
  }
  return (
    <div
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      className="focus-inset min-h-0 grow overflow-auto bg-surface [--names:280px] max-md:[--names:148px]"
    >
      <div style={{ width: `calc(var(--names) + ${width}px)` }} className="relative">
        <div className="sticky top-0 z-3 flex h-9 border-b border-line bg-surface">
          <span className="sticky left-0 z-1 w-(--names) shrink-0 border-r border-line bg-surface px-4 py-2 text-small font-medium text-ink-3">
            {t('public_site.columns.item')}
          </span>
          {months.map((month) => (
            <span
              key={month}
              style={{ width: (monthFirst(month, 1) - month) * dayWidths.month }}
              className="shrink-0 border-r border-line-subtle px-2 py-2 text-small text-ink-3"
            >
              <span className="sticky left-[calc(var(--names)+8px)]">
                {dayText(month, 'month', i18n.language)}
              </span>
            </span>
          ))}
        </div>
        <span
          aria-hidden
          style={{ left: `calc(var(--names) + ${xOf(today, scale)}px)` }}
          className="pointer-events-none absolute top-9 bottom-0 w-px bg-accent"
        />
        <ul>
          {dated.map((item) => (
            <Row
              key={item.id}
              item={item}
              words={words}
              scale={scale}
              end={end}
              peeked={peeked === item.id}
            />
          ))}
        </ul>
      </div>
      {hasMore && (
        <div className="sticky left-0 flex justify-center p-3">
          <Button busy={isFetching} onClick={readMore}>
            {t('public_site.load_more')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface RowProps {
  item: PublicItem
  words: BoardWords
  scale: Scale
  end: DayNumber
  peeked: boolean
}

function Row({ item, words, scale, end, peeked }: RowProps) {
  const { t } = useTranslation()
  const dates = datesOf(item)
  const block = blockOf(dates, scale)
  const from = dates.start ?? dates.due ?? end
  const state = words.states.find(({ id }) => id === item.state_id)
  const bar = picked(state?.color, classNames(barLook, 'h-full shrink-0'))
  const isInside = block && from < end && (dates.due ?? from) >= scale.first
  return (
    <li
      className={classNames(
        'flex h-11 border-b border-line-subtle',
        peeked
          ? 'bg-selected [--row-bg:var(--selected)]'
          : 'hover:bg-hover hover:[--row-bg:var(--hover)]',
      )}
    >
      <span className="sticky left-0 z-2 flex w-(--names) shrink-0 items-center gap-2 border-r border-line bg-(--row-bg,var(--surface)) px-4">
        <Identifier
          value={keyOf(words, item)}
          className="min-w-16 shrink-0 text-small text-ink-3 max-md:hidden"
        />
        <ItemLink item={item} className="truncate">
          {item.name}
        </ItemLink>
        <span className="sr-only">{datesText(dates, t)}</span>
      </span>
      <span className="relative grow">
        {isInside && (
          <span
            data-tip={`${item.name}: ${datesText(dates, t)}`}
            style={{ left: block.left }}
            className="absolute top-2 flex h-7 items-center gap-2 text-small"
          >
            <span {...bar} style={{ ...bar.style, width: block.width }}>
              {block.width >= NAME_INSIDE && <span className="truncate text-ink">{item.name}</span>}
            </span>
            {block.width < NAME_INSIDE && (
              <span aria-hidden className="whitespace-nowrap text-ink-2">
                {item.name}
              </span>
            )}
          </span>
        )}
      </span>
    </li>
  )
}
