import type { Chart } from '@cairn/contract'
import {
  Area,
  AreaChart,
  CartesianGrid,
  Label,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { useTranslation } from '#data/i18n.ts'
import { axisText, ChartReading, Legend, roomFor } from '#entities/chart/chart-reading.tsx'
import { longDate } from '#ui/dates/day.ts'
import { groupedNumber } from '#ui/platform/number.ts'

interface Step {
  day: string
  resolved: number
  created: number
}

const stepsOf = ({ data }: Chart): Step[] =>
  data.map(({ key, completed_issues, created_issues }) => ({
    day: key,
    resolved: Number(completed_issues ?? 0),
    created: Number(created_issues ?? 0),
  }))

const colours = { resolved: 'var(--chart-4)', created: 'var(--chart-6)' }
const series = ['created', 'resolved'] as const

/** What came in against what is done of it. The table beside it says the same. */
export default function CourseChart({ chart, unit }: { chart: Chart; unit: string }) {
  const { t } = useTranslation()
  const steps = stepsOf(chart)
  const most = Math.max(...steps.map(({ created, resolved }) => Math.max(created, resolved)))
  const named = series.map((one) => ({ name: t(`analytics.${one}`), colour: colours[one] }))
  return (
    <>
      <div aria-hidden className="h-72 [&_*]:outline-none">
        <ResponsiveContainer width="100%" height="100%">
          <AreaChart
            data={steps}
            margin={{ top: 8, right: 16, bottom: 0, left: 4 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <XAxis
              dataKey="day"
              tickFormatter={(day: string) => longDate(day)}
              tick={axisText}
              tickLine={false}
              axisLine={false}
              minTickGap={24}
              height={24}
            />
            <YAxis
              width={roomFor(most) + 16}
              tickFormatter={groupedNumber}
              tick={axisText}
              tickLine={false}
              axisLine={false}
              allowDecimals={false}
            >
              <Label
                value={t('analytics.number_of', { unit })}
                angle={-90}
                position="insideLeft"
                style={{ ...axisText, textAnchor: 'middle' }}
              />
            </YAxis>
            <Tooltip content={Reading} cursor={{ stroke: 'var(--line-strong)' }} />
            {series.map((one) => (
              <Area
                key={one}
                dataKey={one}
                stroke={colours[one]}
                strokeWidth={2}
                strokeLinejoin="round"
                fill={colours[one]}
                fillOpacity={0.12}
                dot={steps.length < 13 && { r: 3, fill: 'var(--surface)', fillOpacity: 1 }}
                isAnimationActive={false}
              />
            ))}
          </AreaChart>
        </ResponsiveContainer>
      </div>
      <Legend series={named} />
      <table className="sr-only">
        <caption>{t('analytics.course')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('analytics.date')}</th>
            <th scope="col">{t('analytics.created')}</th>
            <th scope="col">{t('analytics.resolved')}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ day, created, resolved }) => (
            <tr key={day}>
              <th scope="row">{longDate(day)}</th>
              <td>{groupedNumber(created)}</td>
              <td>{groupedNumber(resolved)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Reading({ active, payload }: TooltipContentProps) {
  const { t } = useTranslation()
  const step = payload?.[0]?.payload as Step | undefined
  if (!active || !step) return null
  const lines = series.map((one) => ({
    name: t(`analytics.${one}`),
    value: step[one],
    colour: colours[one],
  }))
  return <ChartReading title={longDate(step.day)} lines={lines} />
}
