import { filtersOfPoint, type LinePoint } from '@cairn/contract'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { useTranslation } from '#data/i18n.ts'
import { ChartReading, countAxis, stepAxis } from '#entities/chart/chart-reading.tsx'
import { ItemsLink, numberLook, useOpenItems } from '#entities/item-count/items-link.tsx'
import { rangeText } from '#ui/dates/day.ts'
import { counted, groupedNumber } from '#ui/platform/number.ts'
import type { ItemsSource } from './scope.ts'

interface ThroughputChartProps {
  place: ItemsSource
  label: string
  /** The name of one interval. */
  step: string
  steps: readonly LinePoint[]
}

const OLDER = 0.55

/** Completed items per interval, and the average; each bar links to its items. */
export default function ThroughputChart({ place, label, step, steps }: ThroughputChartProps) {
  const { t } = useTranslation()
  const { slug, list, filters } = place
  const open = useOpenItems(slug, list)
  const most = Math.max(1, ...steps.map(({ completed }) => completed))
  const sum = steps.reduce((all, { completed }) => all + completed, 0)
  const average = Math.round((10 * sum) / Math.max(1, steps.length)) / 10
  return (
    <div className="relative flex min-h-0 grow gap-3">
      <div aria-hidden className="min-h-24 min-w-0 grow [&_*]:outline-none">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={[...steps]}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            maxBarSize={32}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <XAxis {...stepAxis} />
            <YAxis {...countAxis(most)} />
            <Tooltip content={Reading} cursor={{ fill: 'var(--hover)' }} />
            <ReferenceLine y={average} stroke="var(--ink-3)" strokeDasharray="3 3" />
            <Bar
              dataKey="completed"
              radius={[3, 3, 0, 0]}
              isAnimationActive={false}
              cursor="pointer"
              onClick={(_: unknown, index: number) => {
                const chosen = steps[index]
                if (chosen) open(filtersOfPoint(filters, 'completed', chosen))
              }}
            >
              {steps.map(({ from }, index) => (
                <Cell
                  key={from}
                  fill="var(--chart-1)"
                  fillOpacity={index < steps.length - 1 ? OLDER : 1}
                />
              ))}
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      </div>
      <div className="flex w-28 shrink-0 flex-col justify-center text-small">
        <p className="font-medium tabular-nums">
          {t('analytics.average', { number: groupedNumber(average), step })}
        </p>
        <p className="text-ink-3">{t('analytics.on_average')}</p>
      </div>
      <ul aria-label={label} className="contents">
        {steps.map((one) => (
          <li key={one.from} className="contents">
            <ItemsLink
              slug={slug}
              list={list}
              filters={filtersOfPoint(filters, 'completed', one)}
              className="sr-only rounded-md bg-raised px-2 py-1 text-small shadow-lift-1 focus-visible:not-sr-only focus-visible:absolute! focus-visible:top-0 focus-visible:right-0 focus-visible:z-1"
            >
              {`${rangeText(one.from, one.to)}: `}
              <span className={`${numberLook} font-medium`}>
                {t('dashboards.line_completed', counted(one.completed))}
              </span>
            </ItemsLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Reading({ active, payload }: TooltipContentProps) {
  const { t } = useTranslation()
  const step = payload?.[0]?.payload as LinePoint | undefined
  if (!active || !step) return null
  return (
    <ChartReading
      title={rangeText(step.from, step.to)}
      lines={[{ name: t('dashboards.lines.completed'), value: step.completed }]}
    />
  )
}
