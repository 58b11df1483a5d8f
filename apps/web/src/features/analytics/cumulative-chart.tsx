import type { FlowHistory } from '@cairn/contract'
import {
  Area,
  AreaChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { useTranslation } from '#data/i18n.ts'
import { ChartReading, countAxis, stepAxis } from '#entities/chart/chart-reading.tsx'
import { longDate } from '#ui/dates/day.ts'
import { counted, groupedNumber } from '#ui/platform/number.ts'
import { onFocusOnly, openPoint, PointLink } from './flow-point.tsx'
import { type NamedState, useFlowStates } from './flow-states.ts'
import type { Scope } from './scope.ts'

type Step = FlowHistory['steps'][number]

interface CumulativeChartProps {
  scope: Scope
  label: string
  history: FlowHistory
}

/** Items in each state over time, what is done at the bottom; each point opens its items. */
export default function CumulativeChart({ scope, label, history }: CumulativeChartProps) {
  const { t } = useTranslation()
  const states = useFlowStates(history.states)
  const { steps } = history
  const last = steps.at(-1)
  const most = Math.max(1, ...steps.map(({ counts }) => counts.reduce((sum, n) => sum + n, 0)))
  const upwards = states.toReversed()
  const pointOf = ({ key }: NamedState, { from, to }: Step) =>
    ({ of: 'count', key, from, to }) as const
  const countOf = (state: NamedState, step: Step) => step.counts[state.index] ?? 0

  return (
    <div className="relative flex min-h-0 grow gap-3">
      <div aria-hidden className="min-h-24 min-w-0 grow [&_*]:outline-none">
        <ResponsiveContainer width="100%" height="100%">
          <AreaChart
            data={[...steps]}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <XAxis {...stepAxis} dataKey="to" />
            <YAxis {...countAxis(most)} />
            <Tooltip
              content={(reading) => <Reading {...reading} states={states} />}
              cursor={{ stroke: 'var(--line-strong)' }}
            />
            {upwards.map((state) => (
              <Area
                key={state.key}
                dataKey={(step: Step) => countOf(state, step)}
                stackId="states"
                stroke={state.colour}
                strokeWidth={1.5}
                fill={state.colour}
                fillOpacity={0.28}
                activeDot={{
                  ...{ r: 5, cursor: 'pointer' },
                  onClick: (_: unknown, at: unknown) => {
                    const { payload } = Object(at) as { payload?: Step }
                    if (payload) openPoint(scope, pointOf(state, payload))
                  },
                }}
                isAnimationActive={false}
              />
            ))}
          </AreaChart>
        </ResponsiveContainer>
      </div>
      <ul
        aria-label={label}
        className="flex w-32 shrink-0 flex-col justify-center gap-0.5 text-small"
      >
        {steps.slice(0, -1).flatMap((step) =>
          states.map((state) => (
            <li key={`${state.key} ${step.from}`} className="contents">
              <PointLink scope={scope} point={pointOf(state, step)} className={onFocusOnly}>
                {`${longDate(step.to)}: ${t('analytics.in_state', { ...counted(countOf(state, step)), state: state.name })}`}
              </PointLink>
            </li>
          )),
        )}
        {last &&
          states.map((state) => (
            <li key={state.key} className="min-w-0">
              <PointLink
                scope={scope}
                point={pointOf(state, last)}
                className="group focus-inset flex min-w-0 items-center gap-1.5 rounded-xs"
              >
                <span
                  aria-hidden
                  className="size-2 shrink-0 rounded-[2px] forced-color-adjust-none"
                  style={{ background: state.colour }}
                />
                <span className="font-medium tabular-nums underline-offset-2 group-hover:text-accent-ink group-hover:underline">
                  {groupedNumber(countOf(state, last))}
                </span>
                <span className="truncate text-ink-3">{state.name}</span>
              </PointLink>
            </li>
          ))}
      </ul>
    </div>
  )
}

type ReadingProps = TooltipContentProps & { states: readonly NamedState[] }

function Reading({ active, payload, states }: ReadingProps) {
  const step = payload?.[0]?.payload as Step | undefined
  if (!active || !step) return null
  return (
    <ChartReading
      title={longDate(step.to)}
      lines={states.map(({ name, colour, index }) => ({
        ...{ name, colour, value: step.counts[index] ?? 0 },
      }))}
    />
  )
}
