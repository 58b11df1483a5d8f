import {
  PolarAngleAxis,
  PolarGrid,
  PolarRadiusAxis,
  Radar,
  RadarChart,
  ResponsiveContainer,
} from 'recharts'
import { axisText } from '#entities/chart/chart-reading.tsx'

interface Kind {
  name: string
  /** Percentage of new ones of its kind: the same scale for all. */
  percent: number
}

/** The list next to it has the numbers. */
export default function KindsRadar({ kinds }: { kinds: readonly Kind[] }) {
  return (
    <div aria-hidden className="h-80 [&_*]:outline-none">
      <ResponsiveContainer width="100%" height="100%">
        <RadarChart data={[...kinds]} outerRadius="74%" accessibilityLayer={false}>
          <PolarGrid stroke="var(--chart-grid)" />
          <PolarAngleAxis dataKey="name" tick={axisText} />
          <PolarRadiusAxis tick={false} axisLine={false} domain={[0, 100]} />
          <Radar
            dataKey="percent"
            stroke="var(--chart-1)"
            strokeWidth={2}
            fill="var(--chart-1)"
            fillOpacity={0.12}
            dot={{ r: 3, fill: 'var(--surface)', stroke: 'var(--chart-1)', fillOpacity: 1 }}
            isAnimationActive={false}
          />
        </RadarChart>
      </ResponsiveContainer>
    </div>
  )
}
