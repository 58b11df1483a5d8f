import { type CompletionChart, chartPoints } from '@cairn/contract'
import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { counted, groupedNumber } from '#ui/platform/number.ts'
import type { Plot } from './progress-chart.tsx'
import { groupIn, type Numbers, pendingIn, totalIn, type Unit } from './shares.ts'

const ProgressChart = lazy(() => import('./progress-chart.tsx'))

interface BurnChartProps {
  chart: CompletionChart | undefined
  numbers: Numbers
  unit: Unit
  plot: Plot
  height?: number
  /** Hides the note about excluded items: it is shown elsewhere. */
  quiet?: boolean
}

/** The remaining count, the legend, and the lines. */
export function BurnChart(props: BurnChartProps) {
  const { chart, numbers, unit, plot, height = 132, quiet = false } = props
  const { t } = useTranslation()
  const cancelled = groupIn(unit, numbers, 'cancelled')
  const room = <div style={{ height }} />
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-small text-ink-2">
        <span>
          {t(`progress.pending_${unit}`)}{' '}
          <b className="font-medium text-ink tabular-nums">
            {groupedNumber(pendingIn(unit, numbers))}
          </b>
        </span>
        <span className="flex gap-3">
          <Legend name={t('progress.current')} colour="var(--chart-1)" />
          <Legend name={t('progress.ideal')} colour="var(--chart-ideal)" dashed />
        </span>
      </div>
      <div className="mt-2">
        {chart ? (
          <Suspense fallback={room}>
            <ProgressChart
              points={chartPoints(chart, totalIn(unit, numbers), cancelled)}
              plot={plot}
              height={height}
            />
          </Suspense>
        ) : (
          room
        )}
      </div>
      {numbers.cancelled_issues > 0 && !quiet && (
        <p className="mt-2 text-small text-ink-2">
          {t('progress.cancelled_left_out', counted(numbers.cancelled_issues))}
        </p>
      )}
    </>
  )
}

interface LegendProps {
  name: string
  colour: string
  dashed?: boolean
}

function Legend({ name, colour, dashed = false }: LegendProps) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg width="14" height="2" aria-hidden>
        <line
          x2="14"
          y1="1"
          y2="1"
          stroke={colour}
          strokeWidth="2"
          strokeDasharray={dashed ? '3 3' : undefined}
        />
      </svg>
      {name}
    </span>
  )
}
