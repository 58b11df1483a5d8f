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
  count: number
}

/** The list beside it says the numbers. Roots, or many items would leave the rest a dot. */
export default function KindsRadar({ kinds }: { kinds: readonly Kind[] }) {
  const drawn = kinds.map(({ name, count }) => ({ name, reach: Math.sqrt(count) }))
  return (
    <div aria-hidden className="h-80 [&_*]:outline-none">
      <ResponsiveContainer width="100%" height="100%">
        <RadarChart data={drawn} outerRadius="74%" accessibilityLayer={false}>
          <PolarGrid stroke="var(--chart-grid)" />
          <PolarAngleAxis dataKey="name" tick={axisText} />
          <PolarRadiusAxis tick={false} axisLine={false} domain={[0, 'dataMax']} />
          <Radar
            dataKey="reach"
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
