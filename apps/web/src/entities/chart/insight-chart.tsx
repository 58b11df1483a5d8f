import { lookup } from '@cairn/contract'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { classNames } from '#ui/theme/class-names.ts'
import { ChartReading, categoryAxis, countAxis, Legend } from './chart-reading.tsx'
import type { InsightRow, Series } from './insight-rows.ts'

interface InsightChartProps {
  rows: readonly InsightRow[]
  /** None: one bar each, in the row's color. */
  series: readonly Series[]
  colourOf: (key: string) => string
  /** What a bar counts. */
  unit: string
  /** Three quarters of the height, for one of several charts. */
  short?: boolean
}

const NARROWEST_BAR = 44

const sumOf = (row: InsightRow, { of }: Series) =>
  of.reduce((sum, key) => sum + (lookup(row.cells, key) ?? 0), 0)

const shortened = (text: string) => (text.length > 14 ? `${text.slice(0, 13)}…` : text)

/** Bars, stacked if grouped. The table below has the same data. */
export default function InsightChart(props: InsightChartProps) {
  const { rows, series, colourOf, unit, short = false } = props
  const height = (row: InsightRow) =>
    series.length > 0 ? series.reduce((sum, one) => sum + sumOf(row, one), 0) : row.count
  const most = Math.max(...rows.map(height))

  return (
    <div aria-hidden>
      <div className="overflow-x-auto overflow-y-hidden">
        <div
          className={classNames('[&_*]:outline-none', short ? 'h-60' : 'h-80')}
          style={{ minWidth: rows.length * NARROWEST_BAR }}
        >
          <ResponsiveContainer width="100%" height="100%">
            <BarChart
              data={[...rows]}
              margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
              maxBarSize={48}
              accessibilityLayer={false}
            >
              <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
              <XAxis
                dataKey="key"
                tickFormatter={(key: string) =>
                  shortened(rows.find((row) => row.key === key)?.name ?? '')
                }
                minTickGap={8}
                {...categoryAxis}
              />
              <YAxis {...countAxis(most)} />
              <Tooltip
                content={(props) => <Reading {...props} series={series} unit={unit} />}
                cursor={{ fill: 'var(--hover)' }}
              />
              {series.map((one) => (
                <Bar
                  key={one.key}
                  dataKey={(row: InsightRow) => sumOf(row, one)}
                  stackId="row"
                  fill={one.colour}
                  isAnimationActive={false}
                />
              ))}
              {series.length === 0 && (
                <Bar dataKey="count" radius={[3, 3, 0, 0]} isAnimationActive={false}>
                  {rows.map(({ key }) => (
                    <Cell key={key} fill={colourOf(key)} />
                  ))}
                </Bar>
              )}
            </BarChart>
          </ResponsiveContainer>
        </div>
      </div>
      {series.length > 0 && <Legend series={series} />}
    </div>
  )
}

type ReadingProps = TooltipContentProps & Pick<InsightChartProps, 'series' | 'unit'>

function Reading({ active, payload, series, unit }: ReadingProps) {
  const row = payload?.[0]?.payload as InsightRow | undefined
  if (!active || !row) return null
  const parts = series.map((one) => ({ ...one, value: sumOf(row, one) }))
  const lines = parts.filter(({ value }) => value > 0)
  return (
    <ChartReading
      title={row.name}
      lines={series.length > 0 ? lines : [{ name: unit, value: row.count }]}
    />
  )
}
