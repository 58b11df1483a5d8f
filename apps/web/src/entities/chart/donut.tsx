import { Cell, Pie, PieChart, Tooltip, type TooltipContentProps } from 'recharts'
import { ChartReading } from '#entities/chart/chart-reading.tsx'

export interface DonutPart {
  key: string
  name: string
  count: number
  colour: string
}

interface DonutProps {
  parts: readonly DonutPart[]
  size?: number
  /** By pointer; the list next to it offers the same by keyboard. */
  onSelect?: (key: string) => void
}

/** The list next to it has the numbers. */
export default function Donut({ parts, size = 200, onSelect }: DonutProps) {
  return (
    <div
      aria-hidden
      className="shrink-0 forced-color-adjust-none [&_*]:outline-none"
      style={{ width: size, height: size }}
    >
      <PieChart width={size} height={size} accessibilityLayer={false}>
        <Tooltip content={Reading} />
        <Pie
          data={[...parts]}
          dataKey="count"
          nameKey="name"
          innerRadius="64%"
          outerRadius="96%"
          startAngle={90}
          endAngle={-270}
          stroke="var(--surface)"
          strokeWidth={2}
          isAnimationActive={false}
          rootTabIndex={-1}
        >
          {parts.map(({ key, colour }) => (
            <Cell
              key={key}
              fill={colour}
              data-part={key}
              cursor={onSelect && 'pointer'}
              onClick={() => onSelect?.(key)}
            />
          ))}
        </Pie>
      </PieChart>
    </div>
  )
}

function Reading({ active, payload }: TooltipContentProps) {
  const part = payload?.[0]?.payload as DonutPart | undefined
  if (!active || !part) return null
  return (
    <ChartReading
      title={part.name}
      lines={[{ name: part.name, value: part.count, colour: part.colour }]}
    />
  )
}
