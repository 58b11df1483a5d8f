import {
  filtersOfPoint,
  type LinePoint,
  type ListFilters,
  type WidgetLine,
  type WidgetQuery,
} from '@cairn/contract'
import {
  CartesianGrid,
  Line,
  LineChart as Lines,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { useTranslation } from '#data/i18n.ts'
import { axisText, ChartReading, roomFor } from '#entities/chart/chart-reading.tsx'
import { ItemsLink, numberLook, useOpenItems } from '#entities/item-count/items-link.tsx'
import { rangeText, shortDate } from '#ui/dates/day.ts'
import { counted } from '#ui/platform/number.ts'

const colours: Record<WidgetLine, string> = {
  created: 'var(--chart-2)',
  completed: 'var(--chart-1)',
}

interface LineChartProps {
  slug: string
  label: string
  query: WidgetQuery
  points: readonly LinePoint[]
  filters: ListFilters
}

/** What came in and what was done, step by step; each point is the way to the items it counts. */
export default function LineChart({ slug, label, query, points, filters }: LineChartProps) {
  const { t } = useTranslation()
  const open = useOpenItems(slug)
  const { lines } = query
  const most = Math.max(...points.flatMap((point) => lines.map((line) => point[line])))
  return (
    <div className="relative flex min-h-0 grow gap-3">
      <div aria-hidden className="min-h-24 min-w-0 grow [&_*]:outline-none">
        <ResponsiveContainer width="100%" height="100%">
          <Lines
            data={[...points]}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <XAxis
              dataKey="from"
              tickFormatter={(day: string) => shortDate(day)}
              tick={axisText}
              tickLine={false}
              axisLine={false}
              minTickGap={32}
              height={24}
            />
            <YAxis
              width={roomFor(most)}
              tick={axisText}
              tickLine={false}
              axisLine={false}
              allowDecimals={false}
              tickCount={4}
            />
            <Tooltip
              content={(reading) => <Reading {...reading} lines={lines} />}
              cursor={{ stroke: 'var(--line-strong)' }}
            />
            {lines.map((line) => (
              <Line
                key={line}
                dataKey={line}
                stroke={colours[line]}
                strokeWidth={1.5}
                dot={{
                  ...{ r: 3, fill: 'var(--surface)', cursor: 'pointer' },
                  onClick: (_: unknown, at: unknown) => openAt(line, at),
                }}
                activeDot={{
                  ...{ r: 5, cursor: 'pointer' },
                  onClick: (_: unknown, at: unknown) => openAt(line, at),
                }}
                isAnimationActive={false}
              />
            ))}
          </Lines>
        </ResponsiveContainer>
      </div>
      <ul aria-label={label} className="flex w-28 shrink-0 flex-col justify-center gap-1">
        {points.flatMap((point, index) =>
          lines.map((line) => (
            <li
              key={`${line} ${point.from}`}
              className={index < points.length - 1 ? 'contents' : ''}
            >
              <ItemsLink
                slug={slug}
                filters={filtersOfPoint(filters, line, point)}
                className={
                  index < points.length - 1
                    ? 'sr-only rounded-md bg-raised px-2 py-1 text-small shadow-lift-1 focus-visible:not-sr-only focus-visible:absolute! focus-visible:top-0 focus-visible:right-0 focus-visible:z-1'
                    : 'group block w-fit rounded-xs text-small'
                }
              >
                <span className="sr-only">{`${rangeText(point.from, point.to)}: `}</span>
                <span className={`${numberLook} font-medium`}>
                  {t(`dashboards.line_${line}`, counted(point[line]))}
                </span>
              </ItemsLink>
            </li>
          )),
        )}
      </ul>
    </div>
  )

  function openAt(line: WidgetLine, at: unknown) {
    const { index, payload } = Object(at) as { index?: number; payload?: LinePoint }
    const point = payload ?? points[index ?? -1]
    if (point) open(filtersOfPoint(filters, line, point))
  }
}

type ReadingProps = TooltipContentProps & { lines: readonly WidgetLine[] }

function Reading({ active, payload, lines }: ReadingProps) {
  const { t } = useTranslation()
  const point = payload?.[0]?.payload as LinePoint | undefined
  if (!active || !point) return null
  return (
    <ChartReading
      title={rangeText(point.from, point.to)}
      lines={lines.map((line) => ({
        ...{ name: t(`dashboards.lines.${line}`), value: point[line], colour: colours[line] },
      }))}
    />
  )
}
