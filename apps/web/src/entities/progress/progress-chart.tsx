import type { ChartPoint } from '@cairn/contract'
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { useTranslation } from '#data/i18n.ts'
import { longDate, shortDate } from '#ui/dates/day.ts'
import { groupedNumber } from '#ui/platform/number.ts'

export type Plot = 'burndown' | 'burnup'

interface ProgressChartProps {
  points: readonly ChartPoint[]
  plot: Plot
  height: number
}

interface Drawn {
  day: string
  current: number | null
  ideal: number
  /** The ideal line as drawn: straight, while whole numbers would make steps. */
  way: number
}

const drawn = (points: readonly ChartPoint[], plot: Plot): Drawn[] =>
  points.map(({ day, scope, pending, completed, ideal }, index) => {
    const left = points.length > 1 ? 1 - index / (points.length - 1) : 0
    return plot === 'burndown'
      ? { day, current: pending, ideal, way: scope * left }
      : { day, current: completed, ideal: scope - ideal, way: scope * (1 - left) }
  })

/** The first day, the last, and one between them where there is room. */
const ticksOf = (points: readonly Drawn[]) =>
  [0, Math.floor((points.length - 1) / 2), points.length - 1]
    .filter((at, index, all) => at >= 0 && all.indexOf(at) === index)
    .map((at) => points[at]?.day ?? '')

/** Width for the longest number on the axis. */
const roomFor = (points: readonly Drawn[]) =>
  12 + 7 * groupedNumber(Math.ceil(Math.max(9, ...points.map(({ way }) => way)) * 1.2)).length

const axis = { fontSize: 11, fill: 'var(--ink-3)' }

/** Remaining or completed work against an ideal line. The table next to it has the same data. */
export default function ProgressChart({ points, plot, height }: ProgressChartProps) {
  const { t } = useTranslation()
  const data = drawn(points, plot)
  const last = data.findLast(({ current }) => current !== null)
  return (
    <>
      <div aria-hidden style={{ height }} className="text-micro [&_*]:outline-none">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart
            data={data}
            margin={{ top: 6, right: 8, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <XAxis
              dataKey="day"
              ticks={ticksOf(data)}
              tickFormatter={(day: string) => shortDate(day)}
              tick={axis}
              tickLine={false}
              axisLine={false}
              interval="preserveStartEnd"
              height={20}
            />
            <YAxis
              width={roomFor(data)}
              tickFormatter={groupedNumber}
              tick={axis}
              tickLine={false}
              axisLine={false}
              tickCount={4}
              allowDecimals={false}
            />
            <Tooltip content={Reading} cursor={{ stroke: 'var(--line-strong)' }} />
            {last && last.day !== data.at(-1)?.day && (
              <ReferenceLine x={last.day} stroke="var(--line-strong)" strokeDasharray="2 2" />
            )}
            <Line
              dataKey="way"
              stroke="var(--chart-ideal)"
              strokeWidth={1.5}
              strokeDasharray="3 3"
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
            <Area
              dataKey="current"
              stroke="var(--chart-1)"
              strokeWidth={2}
              strokeLinejoin="round"
              fill="var(--chart-1)"
              fillOpacity={0.12}
              dot={false}
              activeDot={{
                r: 3.5,
                fill: 'var(--surface)',
                stroke: 'var(--chart-1)',
                strokeWidth: 2,
              }}
              isAnimationActive={false}
            />
            {last && (
              <ReferenceDot
                x={last.day}
                y={last.current ?? 0}
                r={3.5}
                fill="var(--surface)"
                stroke="var(--chart-1)"
                strokeWidth={2}
              />
            )}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <table className="sr-only">
        <caption>{t(`progress.${plot}`)}</caption>
        <thead>
          <tr>
            <th scope="col">{t('progress.day')}</th>
            <th scope="col">{t('progress.current')}</th>
            <th scope="col">{t('progress.ideal')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ day, current, ideal }) => (
            <tr key={day}>
              <th scope="row">{longDate(day)}</th>
              <td>{current === null ? t('progress.to_come') : groupedNumber(current)}</td>
              <td>{groupedNumber(ideal)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Reading({ active, payload }: TooltipContentProps) {
  const { t } = useTranslation()
  const point = payload?.[0]?.payload as Drawn | undefined
  if (!active || !point) return null
  return (
    <div className="rounded-md border border-line bg-raised px-2 py-1.5 text-small text-ink shadow-lift-1 tabular-nums">
      <p className="text-ink-2">{longDate(point.day)}</p>
      {point.current !== null && (
        <p>
          {t('progress.current')} {groupedNumber(point.current)}
        </p>
      )}
      <p>
        {t('progress.ideal')} {groupedNumber(point.ideal)}
      </p>
    </div>
  )
}
