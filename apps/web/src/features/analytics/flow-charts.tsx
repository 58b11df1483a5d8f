import { type Flow, stepLengthOf } from '@cairn/contract'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { NoData, NotRead } from '#entities/chart/block.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { ChartCard } from './chart-card.tsx'
import { useFlow } from './hooks.ts'
import { isOfEpics, placeOf, type Scope } from './scope.ts'

const LineChart = lazy(() => import('#entities/item-count/line-chart.tsx'))
const ThroughputChart = lazy(() => import('./throughput-chart.tsx'))

const lines = ['created', 'completed'] as const

/** Created and completed items, each by its own date. */
export function CourseCard({ scope }: { scope: Scope }) {
  const { t } = useTranslation()
  const title = t('analytics.course')
  return (
    <FlowCard scope={scope} title={title} unit="per_step">
      {(flow) => (
        <LineChart
          {...placeOf(scope)}
          label={title}
          lines={flow.steps.length > 0 ? lines : []}
          points={flow.steps}
        />
      )}
    </FlowCard>
  )
}

export function ThroughputCard({ scope }: { scope: Scope }) {
  const { t } = useTranslation()
  const title = t('analytics.throughput')
  return (
    <FlowCard scope={scope} title={title} unit="completed_per_step">
      {(flow) => (
        <ThroughputChart
          place={placeOf(scope)}
          label={title}
          step={t(`analytics.steps.${stepLengthOf(flow)}`)}
          steps={flow.steps}
        />
      )}
    </FlowCard>
  )
}

interface FlowCardProps {
  scope: Scope
  title: string
  unit: 'per_step' | 'completed_per_step'
  children: (flow: Flow) => ReactNode
}

function FlowCard({ scope, title, unit, children }: FlowCardProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useFlow(scope)
  const step = data && t(`analytics.steps.${stepLengthOf(data)}`)
  const what = t(`analytics.${isOfEpics(scope) ? 'epics' : 'items'}.unit`)
  return (
    <ChartCard title={title} {...(step && { unit: t(`analytics.${unit}`, { what, step }) })}>
      {error && !data ? (
        <NotRead onRetry={() => void refetch()} />
      ) : data && data.created.count + data.completed.count === 0 ? (
        <NoData />
      ) : (
        <div className="flex h-56 flex-col">{data && <Suspense>{children(data)}</Suspense>}</div>
      )}
    </ChartCard>
  )
}
