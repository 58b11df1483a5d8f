import { shortDate } from '#ui/dates/day.ts'
import { groupedNumber } from '#ui/platform/number.ts'

interface Line {
  name: string
  value: number
  /** Instead of the number. */
  text?: string
  colour?: string
}

/** The tooltip of a chart. */
export function ChartReading({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <div className="max-w-72 rounded-md border border-line bg-raised px-2 py-1.5 text-small text-ink shadow-lift-1 tabular-nums">
      <p className="truncate text-ink-2">{title}</p>
      {lines.map(({ name, value, text = groupedNumber(value), colour }) => (
        <p key={name} className="flex items-center gap-1.5">
          {colour && <Swatch colour={colour} />}
          <span className="truncate">{name}</span>
          <span className="ml-auto pl-3 font-medium">{text}</span>
        </p>
      ))}
    </div>
  )
}

interface LegendProps {
  series: readonly { name: string; colour: string }[]
}

export function Legend({ series }: LegendProps) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-2">
      {series.map(({ name, colour }) => (
        <li key={name} className="flex min-w-0 items-center gap-1.5">
          <Swatch colour={colour} />
          <span className="max-w-48 truncate">{name}</span>
        </li>
      ))}
    </ul>
  )
}

function Swatch({ colour }: { colour: string }) {
  return (
    <span
      aria-hidden
      className="size-2 shrink-0 rounded-[2px] forced-color-adjust-none"
      style={{ background: colour }}
    />
  )
}

export const axisText = { fontSize: 11, fill: 'var(--ink-3)' }

/** Width for the longest number on the axis. */
const roomFor = (most: number) => 12 + 7 * groupedNumber(Math.ceil(Math.max(9, most) * 1.2)).length

const bareAxis = { tick: axisText, tickLine: false, axisLine: false }

/** Below a chart. */
export const categoryAxis = { ...bareAxis, height: 24 }

/** Below a chart whose rows are steps of days. */
export const stepAxis = {
  ...categoryAxis,
  dataKey: 'from',
  tickFormatter: (day: string) => shortDate(day),
  minTickGap: 32,
}

/** The axis of a chart that counts up to this number. */
export const countAxis = (most: number) => ({
  ...bareAxis,
  width: roomFor(most),
  tickFormatter: groupedNumber,
  allowDecimals: false,
  tickCount: 4,
})
