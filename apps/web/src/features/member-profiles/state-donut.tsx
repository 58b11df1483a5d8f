import { Cell, Pie, PieChart, Tooltip, type TooltipContentProps } from 'recharts'
import { ChartReading } from '#entities/chart/chart-reading.tsx'

interface Part {
  key: string
  name: string
  count: number
  colour: string
}

const SIZE = 200

/** The list beside it says the numbers. */
export default function StateDonut({ parts }: { parts: readonly Part[] }) {
  return (
    <div aria-hidden className="size-50 shrink-0 forced-color-adjust-none [&_*]:outline-none">
      <PieChart width={SIZE} height={SIZE} accessibilityLayer={false}>
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
            <Cell key={key} fill={colour} />
          ))}
        </Pie>
      </PieChart>
    </div>
  )
}

function Reading({ active, payload }: TooltipContentProps) {
  const part = payload?.[0]?.payload as Part | undefined
  if (!active || !part) return null
  return (
    <ChartReading
      title={part.name}
      lines={[{ name: part.name, value: part.count, colour: part.colour }]}
    />
  )
}
