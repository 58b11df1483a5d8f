import { utcDate, weekDayOf, weekNumber } from '@cairn/calendar'
import { memo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { dayText } from '#ui/dates/day-format.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { type Column, quarterOf, weekText } from './columns.ts'
import { dayWidths, type Scale, xOf } from './geometry.ts'

interface ChartHeadProps {
  scale: Scale
  columns: { upper: readonly Column[]; lower: readonly Column[] }
  /** Month names stay visible next to it. */
  sidebar: number
}

/** The calendar header of the columns: two lines. */
export const ChartHead = memo(function ChartHead({ scale, columns, sidebar }: ChartHeadProps) {
  const width = dayWidths[scale.zoom]
  return (
    <div className="relative h-12 grow text-small">
      {columns.upper.map((column) => (
        <div
          key={column.first}
          className="absolute top-0 h-6 border-l border-line-subtle first:border-l-0"
          style={{ left: xOf(column.first, scale), width: column.days * width }}
        >
          <span
            style={{ left: sidebar }}
            className="sticky inline-flex h-6 max-w-full items-center gap-2 overflow-hidden pr-2 pl-2 font-medium whitespace-nowrap"
          >
            <UpperText column={column} scale={scale} />
          </span>
        </div>
      ))}
      {columns.lower.map((column) => (
        <div
          key={column.first}
          aria-current={column.current ? 'date' : undefined}
          className={classNames(
            'absolute top-6 flex h-6 items-center gap-2 overflow-hidden border-l border-line-subtle whitespace-nowrap',
            scale.zoom === 'week' ? 'justify-center gap-1.5' : 'px-2',
          )}
          style={{ left: xOf(column.first, scale), width: column.days * width }}
        >
          <LowerText column={column} scale={scale} />
        </div>
      ))}
    </div>
  )
})

interface TextProps {
  column: Column
  scale: Scale
}

function UpperText({ column, scale }: TextProps) {
  const { t, i18n } = useTranslation()
  const { first, days, current } = column
  const month = dayText(scale.zoom === 'week' ? first + 3 : first, 'month', i18n.language)
  if (scale.zoom === 'week') {
    return (
      <>
        {month}
        <Quiet>{t('timeline.week', { number: weekNumber(first) })}</Quiet>
      </>
    )
  }
  if (scale.zoom === 'month')
    return (
      <>
        {month} {current && <Current />}
      </>
    )
  const [from, to] = [first, first + days - 1].map((day) =>
    dayText(day, 'shortMonth', i18n.language),
  )
  return (
    <>
      {`${from} - ${to} ${utcDate(first).getUTCFullYear()}`}
      <Quiet>{t('timeline.quarter', { number: quarterOf(column) })}</Quiet>
      {current && <Current />}
    </>
  )
}

function LowerText({ column, scale }: TextProps) {
  const { t, i18n } = useTranslation()
  const { first, current } = column
  if (scale.zoom === 'week') {
    return (
      <>
        <Quiet>{t(`timeline.week_days.${weekDayOf(first)}`)}</Quiet>
        <Marked current={current} tight>
          {utcDate(first).getUTCDate()}
        </Marked>
      </>
    )
  }
  if (scale.zoom === 'quarter') {
    return <Marked current={current}>{dayText(first, 'shortMonth', i18n.language)}</Marked>
  }
  const { days, number } = weekText(column)
  return (
    <>
      <Marked current={current}>{days}</Marked>
      <Quiet>{t('timeline.week_short', { number })}</Quiet>
    </>
  )
}

const Quiet = ({ children }: { children: string }) => (
  <span className="font-normal text-ink-3 tabular-nums">{children}</span>
)

interface MarkedProps {
  current: boolean
  /** Between others: the mark takes no room from them. */
  tight?: boolean
  children: string | number
}

function Marked({ current, tight = false, children }: MarkedProps) {
  return (
    <span
      className={classNames(
        tight && 'tabular-nums',
        current && 'rounded-sm bg-accent px-1.5 leading-5 font-medium text-on-accent',
        current && !tight && '-ml-1.5',
      )}
    >
      {children}
    </span>
  )
}

function Current() {
  const { t } = useTranslation()
  return (
    <span className="inline-flex h-4.5 items-center rounded-sm bg-accent-subtle px-1.5 text-micro text-accent-ink">
      {t('timeline.current')}
    </span>
  )
}
