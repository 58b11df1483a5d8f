import { type ReactNode, useId } from 'react'

interface ChartCardProps {
  title: string
  /** What is counted, and per what. */
  unit?: string
  children: ReactNode
}

/** A chart in its frame. */
export function ChartCard({ title, unit, children }: ChartCardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col rounded-lg border border-line bg-surface px-4 pt-3 pb-3"
    >
      <div className="mb-2 flex min-h-6 flex-wrap items-baseline gap-x-2">
        <h2 id={id} className="font-medium">
          {title}
        </h2>
        {unit && <span className="text-small text-ink-3">{unit}</span>}
      </div>
      {children}
    </section>
  )
}
