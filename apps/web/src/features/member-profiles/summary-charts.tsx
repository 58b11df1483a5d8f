import { type MemberStats, priorities, stateGroups } from '@cairn/contract'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Block, NoData } from '#entities/chart/block.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { groupedNumber } from '#ui/platform/number.ts'

const InsightChart = lazy(() => import('#entities/chart/insight-chart.tsx'))
const Donut = lazy(() => import('#entities/chart/donut.tsx'))

const room = <div className="h-60" />

/** A user's assigned work, by priority and by state group. */
export function SummaryCharts({ stats }: { stats: MemberStats | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-1 gap-x-8 lg:grid-cols-2">
      <Block title={t('profiles.by_priority')}>
        {drawn(stats, (known) => (
          <Priorities stats={known} />
        ))}
      </Block>
      <Block title={t('profiles.by_state')}>
        {drawn(stats, (known) => (
          <States stats={known} />
        ))}
      </Block>
    </div>
  )
}

function drawn(stats: MemberStats | undefined, chart: (stats: MemberStats) => ReactNode) {
  if (!stats) return room
  return stats.assigned_issues === 0 ? <NoData /> : chart(stats)
}

function Priorities({ stats }: { stats: MemberStats }) {
  const { t } = useTranslation()
  const counts = new Map(
    stats.priority_distribution.map(({ priority, priority_count }) => [priority, priority_count]),
  )
  const rows = priorities.map((key) => ({
    ...{ key, name: t(`pickers.priorities.${key}`), count: counts.get(key) ?? 0 },
    cells: {},
  }))
  return (
    <>
      <Suspense fallback={room}>
        <InsightChart
          rows={rows}
          series={[]}
          colourOf={(key) => `var(--priority-${key})`}
          unit={t('profiles.items')}
          short
        />
      </Suspense>
      <table className="sr-only">
        <caption>{t('profiles.by_priority')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('profiles.priority')}</th>
            <th scope="col">{t('profiles.items')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, count }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{groupedNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function States({ stats }: { stats: MemberStats }) {
  const { t } = useTranslation()
  const parts = stateGroups.flatMap((group) => {
    const found = stats.state_distribution.find(({ state_group }) => state_group === group)
    return found ? [{ key: group, count: found.state_count }] : []
  })
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-4">
      <Suspense fallback={<div className="size-50" />}>
        <Donut
          parts={parts.map(({ key, count }) => ({
            ...{ key, count, name: t(`progress.groups.${key}`) },
            colour: `var(--state-${key})`,
          }))}
        />
      </Suspense>
      <ul aria-label={t('profiles.by_state')} className="w-40 space-y-2">
        {parts.map(({ key, count }) => (
          <li key={key} className="flex items-center gap-2">
            <StateIcon group={key} size={14} />
            <span className="grow">{t(`progress.groups.${key}`)}</span>
            <span className="text-ink-2 tabular-nums">{groupedNumber(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
