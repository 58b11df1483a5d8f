import { type Day, dayNumber, monthFirst, utcDate } from '@cairn/calendar'
import type { Health, StateGroup } from '@cairn/contract'
import { currentLanguage, useTranslation } from '#data/i18n.ts'
import { HealthIcon } from '#entities/status-update/health.tsx'
import { longDate, shortDate } from '#ui/dates/day.ts'
import { todayHere } from '#ui/dates/own-zone.ts'

export interface StripBar {
  id: string
  name: string
  start: Day | null
  end: Day | null
  health: Health | null
  percent: number
  group: StateGroup
}

interface TimelineStripProps {
  bars: readonly StripBar[]
  target: Day | null
}

const BAR_PITCH = 26
const HEAD = 32

/** From the first day to the last, with a margin, so that no bar ends at the edge. */
function spanOf(days: readonly Day[]) {
  const numbers = days.map(dayNumber)
  const first = monthFirst(Math.min(...numbers))
  const last = Math.max(...numbers) + 14
  return { first, length: Math.max(28, last - first) }
}

function monthsIn({ first, length }: ReturnType<typeof spanOf>) {
  const months: number[] = []
  for (let n = 0; ; n += 1) {
    const month = monthFirst(first, n)
    if (month > first + length) return months
    months.push(month)
  }
}

/** The dates of its projects and epics, with today and the target. */
export function TimelineStrip({ bars, target }: TimelineStripProps) {
  const { t } = useTranslation()
  const today = todayHere()
  const dated = bars.flatMap((bar) => {
    const [start, end] = [bar.start ?? bar.end, bar.end ?? bar.start]
    return start && end ? [{ ...bar, start, end }] : []
  })
  if (dated.length === 0) return <p className="text-ink-3">{t('initiatives.no_dated')}</p>
  const span = spanOf([
    today,
    ...(target ? [target] : []),
    ...dated.flatMap(({ start, end }) => [start, end]),
  ])
  const at = (number: number) => `${((number - span.first) / span.length) * 100}%`
  const months = monthsIn(span)
  // On a long strip the month names would overlap.
  const step = Math.ceil(months.length / 8)
  const monthName = (number: number) =>
    utcDate(number).toLocaleDateString(currentLanguage(), { month: 'short', timeZone: 'UTC' })

  return (
    <div
      className="relative overflow-hidden"
      style={{ height: HEAD + dated.length * BAR_PITCH + 4 }}
    >
      <div aria-hidden>
        {months.map((month, index) => (
          <span
            key={month}
            style={{ left: at(month), top: HEAD - 4 }}
            className="absolute bottom-0 border-l border-line-subtle"
          >
            {index % step === 0 && (
              <span className="absolute -top-6 left-0 text-micro text-ink-3">
                {monthName(month)}
              </span>
            )}
          </span>
        ))}
        {target && (
          <span
            style={{ left: at(dayNumber(target)), top: HEAD - 4 }}
            className="absolute bottom-0 border-l border-dashed border-ink-3"
          >
            <span className="absolute -top-6 -translate-x-1/2 bg-surface px-1 text-micro font-medium whitespace-nowrap">
              {t('initiatives.target_day', { day: shortDate(target) })}
            </span>
          </span>
        )}
        <span
          style={{ left: at(dayNumber(today)), top: HEAD - 4 }}
          className="absolute bottom-0 z-1 border-l-2 border-accent"
        >
          <span className="absolute -top-6.5 -translate-x-1/2 rounded-full bg-accent px-1.5 text-micro font-medium text-on-accent">
            {t('initiatives.today')}
          </span>
        </span>
      </div>
      <ul aria-label={t('initiatives.timeline')}>
        {dated.map(({ id, name, start, end, health, percent, group }, index) => {
          const [from, to] = [dayNumber(start), dayNumber(end) + 1]
          const tint = `var(--state-${group})`
          return (
            <li
              key={id}
              style={{
                top: HEAD + index * BAR_PITCH,
                left: at(from),
                width: `${((to - from) / span.length) * 100}%`,
                borderColor: `color-mix(in oklab, ${tint} 40%, var(--surface))`,
                background: `color-mix(in oklab, ${tint} 10%, var(--surface))`,
              }}
              className="absolute h-5 min-w-1.5 rounded-sm border"
            >
              <span
                aria-hidden
                style={{
                  width: `${percent}%`,
                  background: `color-mix(in oklab, ${tint} 26%, transparent)`,
                }}
                className="absolute inset-y-0 left-0"
              />
              <span className="absolute inset-y-0 left-1.5 flex items-center gap-1.5 text-small whitespace-nowrap">
                <HealthIcon health={health} />
                {name}
                <span className="text-ink-2 tabular-nums">
                  {t('progress.percent', { percent })}
                </span>
                <span className="sr-only">
                  {longDate(start)} – {longDate(end)}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
