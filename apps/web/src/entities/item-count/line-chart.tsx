import { filtersOfPoint, type LinePoint, type ListFilters, type WidgetLine } from '@cairn/contract'
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
import { ChartReading, countAxis, stepAxis } from '#entities/chart/chart-reading.tsx'
import { rangeText } from '#ui/dates/day.ts'
import { counted } from '#ui/platform/number.ts'
import { ItemsLink, numberLook, useOpenItems } from './items-link.tsx'

const colours: Record<WidgetLine, string> = {
  created: 'var(--chart-2)',
  completed: 'var(--chart-1)',
}

interface LineChartProps {
  slug: string
  label: string
  lines: readonly WidgetLine[]
  points: readonly LinePoint[]
  filters: ListFilters
  /** See `ItemsLink`. */
  list?: string | undefined
}

/** Created and completed items by interval; each point links to the items it counts. */
export default function LineChart(props: LineChartProps) {
  const { slug, label, lines, points, filters, list } = props
  const { t } = useTranslation()
  const open = useOpenItems(slug, list)
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
            <XAxis {...stepAxis} />
            <YAxis {...countAxis(most)} />
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
                list={list}
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
