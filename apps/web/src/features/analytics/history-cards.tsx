import type { FlowHistory } from '@cairn/contract'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { NoData, NotRead } from '#entities/chart/block.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { counted } from '#ui/platform/number.ts'
import { ChartCard } from './chart-card.tsx'
import { PointLink } from './flow-point.tsx'
import { useFlowStates } from './flow-states.ts'
import { useHistory } from './hooks.ts'
import type { Scope } from './scope.ts'
import { useSpanText } from './span-text.ts'

const SpansChart = lazy(() => import('./spans-chart.tsx'))
const CumulativeChart = lazy(() => import('./cumulative-chart.tsx'))

/** What the history of states shows: how long work takes, and where it waits. */
export function HistoryCards({ scope }: { scope: Scope }) {
  const { t } = useTranslation()
  const spans = t('analytics.spans.title')
  const cumulative = t('analytics.cumulative')
  return (
    <>
      <HistoryCard
        scope={scope}
        title={spans}
        unit={t('analytics.spans.unit')}
        isEmpty={({ lead }) => lead.count === 0}
      >
        {(history) => (
          <div className="flex h-56 flex-col">
            <SpansChart scope={scope} label={spans} history={history} />
          </div>
        )}
      </HistoryCard>
      <HistoryCard
        scope={scope}
        title={cumulative}
        unit={t('analytics.cumulative_unit')}
        isEmpty={({ steps }) => steps.every(({ counts }) => counts.every((count) => count === 0))}
      >
        {(history) => (
          <div className="flex h-56 flex-col">
            <CumulativeChart scope={scope} label={cumulative} history={history} />
          </div>
        )}
      </HistoryCard>
      <HistoryCard
        scope={scope}
        title={t('analytics.times.title')}
        unit={t('analytics.times.unit')}
        isEmpty={({ times }) => times.every(({ count }) => count === 0)}
      >
        {(history) => <TimeBars scope={scope} history={history} />}
      </HistoryCard>
    </>
  )
}

interface HistoryCardProps {
  scope: Scope
  title: string
  unit: string
  isEmpty: (history: FlowHistory) => boolean
  children: (history: FlowHistory) => ReactNode
}

function HistoryCard({ scope, title, unit, isEmpty, children }: HistoryCardProps) {
  const { data, error, refetch } = useHistory(scope)
  return (
    <ChartCard title={title} unit={unit}>
      {error && !data ? (
        <NotRead onRetry={() => void refetch()} />
      ) : data && isEmpty(data) ? (
        <NoData />
      ) : (
        <div className="min-h-56">{data && <Suspense>{children(data)}</Suspense>}</div>
      )}
    </ChartCard>
  )
}

/** How long items stayed in each state; each bar opens those that left it. */
function TimeBars({ scope, history }: { scope: Scope; history: FlowHistory }) {
  const { t } = useTranslation()
  const spanText = useSpanText()
  const states = useFlowStates(history.states)
  const { from, to, times } = history
  const most = Math.max(1, ...times.map(({ median }) => median ?? 0))
  return (
    <ul aria-label={t('analytics.times.title')} className="flex flex-col">
      {states.map(({ key, name, colour, index }) => {
        const { count = 0, median = null, most: slow = null } = times[index] ?? {}
        if (median === null || slow === null) return null
        return (
          <li key={key}>
            <PointLink
              scope={scope}
              point={{ of: 'time', key, from, to }}
              className="group focus-inset -mx-2 flex min-h-9 items-center gap-2 rounded-md px-2 hover:bg-hover"
            >
              <span className="w-1/4 min-w-16 shrink-0 truncate">{name}</span>
              <span aria-hidden className="h-2.5 min-w-0 grow forced-color-adjust-none">
                <span
                  className="block h-full rounded-xs"
                  style={{ width: `${(100 * median) / most}%`, minWidth: 2, background: colour }}
                />
              </span>
              <span className="shrink-0 text-right tabular-nums">
                <span className="font-medium underline-offset-2 group-hover:text-accent-ink group-hover:underline">
                  {spanText(median)}
                </span>
                <span className="block text-small text-ink-3">
                  {`${t('analytics.at_most', { time: spanText(slow) })} · ${t('analytics.measured', counted(count))}`}
                </span>
              </span>
            </PointLink>
          </li>
        )
      })}
    </ul>
  )
}
