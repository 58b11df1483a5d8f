import { countOf, type ProgressCounts, percentOf } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { progressColours, StackedBar } from '#ui/feedback/progress.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { counted, groupedNumber } from '#ui/platform/number.ts'

const plannedGroups = ['completed', 'started', 'unstarted'] as const
const leftOut = ['backlog', 'cancelled'] as const

/** Planned items: without backlog and canceled ones. */
const plannedOf = (counts: ProgressCounts) =>
  plannedGroups.reduce((sum, group) => sum + countOf(counts, group), 0)

export const plannedPercent = (counts: ProgressCounts) =>
  percentOf(counts.completed_issues, plannedOf(counts))

/** Done, started and to do, side by side. */
export function PlannedBar({ counts }: { counts: ProgressCounts }) {
  const { t } = useTranslation()
  const parts = plannedGroups.map((group) => {
    const value = countOf(counts, group)
    const label = `${t(`progress.groups.${group}`)} ${groupedNumber(value)}`
    return { key: group, value, colour: progressColours[group], label }
  })
  const said = parts.filter(({ value }) => value > 0).map(({ label }) => label)
  return <StackedBar parts={parts} label={said.join(', ') || t('progress.nothing')} />
}

/** How much of the planned work is done, and the counts by state group. */
export function PlannedProgress({ counts }: { counts: ProgressCounts }) {
  const { t } = useTranslation()
  const planned = plannedOf(counts)
  const left = leftOut.filter((group) => group === 'backlog' || countOf(counts, group) > 0)
  return (
    <section aria-label={t('progress.title')}>
      <div className="flex min-h-7 flex-wrap items-center gap-x-2">
        <h2 className="text-body font-semibold">{t('progress.title')}</h2>
        <span className="text-ink-3 tabular-nums">
          {t('progress.planned', {
            ...counted(planned),
            done: groupedNumber(counts.completed_issues),
          })}
        </span>
        <span className="ml-auto text-body font-semibold tabular-nums">
          {t('progress.percent', { percent: plannedPercent(counts) })}
        </span>
      </div>
      <div className="mt-1">
        <PlannedBar counts={counts} />
      </div>
      <ul
        aria-label={t('progress.title')}
        className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-small text-ink-2"
      >
        {plannedGroups.map((group) => (
          <li key={group} className="flex items-center gap-1.5">
            <StateIcon group={group} />
            {t(`progress.groups.${group}`)}
            <b className="font-medium text-ink tabular-nums">
              {groupedNumber(countOf(counts, group))}
            </b>
          </li>
        ))}
        {left.map((group) => (
          <li key={group} className="flex items-center gap-1.5">
            <StateIcon group={group} />
            {t(`progress.groups.${group}`)}
            <b className="font-medium text-ink tabular-nums">
              {groupedNumber(countOf(counts, group))}
            </b>
            <span className="text-ink-3">{t('progress.not_counted')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
