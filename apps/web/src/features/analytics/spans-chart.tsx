import { type FlowHistory, type SpanKind, spanKinds } from '@cairn/contract'
import {
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { useTranslation } from '#data/i18n.ts'
import { ChartReading, countAxis, stepAxis } from '#entities/chart/chart-reading.tsx'
import { rangeText } from '#ui/dates/day.ts'
import { counted } from '#ui/platform/number.ts'
import { onFocusOnly, openPoint, PointLink } from './flow-point.tsx'
import type { Scope } from './scope.ts'
import { DAY, useSpanText } from './span-text.ts'

const colours: Record<SpanKind, string> = { cycle: 'var(--chart-1)', lead: 'var(--chart-3)' }

type Step = FlowHistory['steps'][number]

interface SpansChartProps {
  scope: Scope
  label: string
  history: FlowHistory
}

const daysOf = (step: Step, kind: SpanKind) => {
  const { median } = step[kind]
  return median === null ? null : median / DAY
}

/** Median cycle and lead time of each step; each point opens the items it measures. */
export default function SpansChart({ scope, label, history }: SpansChartProps) {
  const { t } = useTranslation()
  const spanText = useSpanText()
  const { steps, from, to } = history
  const most = Math.max(
    1,
    ...steps.flatMap((step) => spanKinds.map((kind) => daysOf(step, kind) ?? 0)),
  )

  const openAt = (of: SpanKind) => (_: unknown, at: unknown) => {
    const { index, payload } = Object(at) as { index?: number; payload?: Step }
    const step = payload ?? steps[index ?? -1]
    if (step) openPoint(scope, { of, from: step.from, to: step.to })
  }

  return (
    <div className="relative flex min-h-0 grow gap-3">
      <div aria-hidden className="min-h-24 min-w-0 grow [&_*]:outline-none">
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={[...steps]}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <XAxis {...stepAxis} />
            <YAxis {...countAxis(most)} />
            <Tooltip content={Reading} cursor={{ stroke: 'var(--line-strong)' }} />
            {spanKinds.map((kind) => (
              <Line
                key={kind}
                dataKey={(step: Step) => daysOf(step, kind)}
                stroke={colours[kind]}
                strokeWidth={1.5}
                connectNulls
                dot={{ r: 3, fill: 'var(--surface)', cursor: 'pointer', onClick: openAt(kind) }}
                activeDot={{ r: 5, cursor: 'pointer', onClick: openAt(kind) }}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <ul
        aria-label={label}
        className="flex w-28 shrink-0 flex-col justify-center gap-2 text-small"
      >
        {steps.flatMap((step) =>
          spanKinds.map((kind) => {
            const { median, count } = step[kind]
            if (median === null) return null
            return (
              <li key={`${kind} ${step.from}`} className="contents">
                <PointLink
                  scope={scope}
                  point={{ of: kind, from: step.from, to: step.to }}
                  className={onFocusOnly}
                >
                  {`${rangeText(step.from, step.to)}: ${t(`analytics.spans.${kind}`)} ${spanText(median)}, ${t('analytics.measured', counted(count))}`}
                </PointLink>
              </li>
            )
          }),
        )}
        {spanKinds.map((kind) => {
          const { median, most: slow } = history[kind]
          if (median === null || slow === null) return null
          return (
            <li key={kind}>
              <PointLink
                scope={scope}
                point={{ of: kind, from, to }}
                className="group focus-inset block w-fit rounded-xs"
              >
                <span className="flex items-center gap-1.5 font-medium tabular-nums underline-offset-2 group-hover:text-accent-ink group-hover:underline">
                  <span
                    aria-hidden
                    className="size-2 shrink-0 rounded-[2px] forced-color-adjust-none"
                    style={{ background: colours[kind] }}
                  />
                  {spanText(median)}
                </span>
                <span className="block text-ink-3">{t(`analytics.spans.${kind}`)}</span>
                <span className="block text-ink-3">
                  {t('analytics.at_most', { time: spanText(slow) })}
                </span>
              </PointLink>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Reading({ active, payload }: TooltipContentProps) {
  const { t } = useTranslation()
  const spanText = useSpanText()
  const step = payload?.[0]?.payload as Step | undefined
  if (!active || !step) return null
  const lines = spanKinds.flatMap((kind) => {
    const { median } = step[kind]
    const name = t(`analytics.spans.${kind}`)
    return median === null
      ? []
      : [{ name, value: median, text: spanText(median), colour: colours[kind] }]
  })
  return <ChartReading title={rangeText(step.from, step.to)} lines={lines} />
}
