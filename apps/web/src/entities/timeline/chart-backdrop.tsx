import type { DayNumber } from '@cairn/calendar'
import { memo } from 'react'
import { classNames } from '#ui/theme/class-names.ts'
import type { Column } from './columns.ts'
import { dayWidths, type Scale, xOf } from './geometry.ts'

interface ChartBackdropProps {
  scale: Scale
  columns: readonly Column[]
  today: DayNumber
  sidebar: number
}

/** Lines between the columns, and today across all rows. */
export const ChartBackdrop = memo(function ChartBackdrop(props: ChartBackdropProps) {
  const { scale, columns, today, sidebar } = props
  const width = dayWidths[scale.zoom]
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 z-0"
      style={{ left: sidebar }}
    >
      {columns.map(({ first, days, current }) => (
        <div
          key={first}
          className={classNames(
            'absolute inset-y-0 border-l border-line-subtle',
            current && 'bg-[color-mix(in_oklab,var(--accent)_6%,transparent)]',
          )}
          style={{ left: xOf(first, scale), width: days * width }}
        />
      ))}
      {scale.zoom !== 'week' && (
        <div
          className="absolute inset-y-0 w-[1.5px] bg-accent"
          style={{ left: xOf(today + 0.5, scale) }}
        />
      )}
    </div>
  )
})
