import type { ReactNode } from 'react'
import { Tooltip } from '../overlays/tooltip.tsx'

const clamp = (share: number) => Math.max(0, Math.min(1, share))

interface ShareProps {
  /** From 0 to 1. */
  share: number
  /** What it measures, for screen readers. */
  label: string
}

/** 14 to 24 wide, stroke 2.5. */
export function ProgressRing({ share, label, size = 16 }: ShareProps & { size?: number }) {
  const radius = (size - 3) / 2
  const length = 2 * Math.PI * radius
  const circle = { cx: size / 2, cy: size / 2, r: radius, fill: 'none', strokeWidth: 2.5 }
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`${label}: ${Math.round(clamp(share) * 100)}%`}
      className="block"
    >
      <circle {...circle} stroke="var(--pressed)" />
      {share > 0 && (
        <circle
          {...circle}
          stroke="var(--success)"
          strokeLinecap="round"
          strokeDasharray={`${clamp(share) * length} ${length}`}
          transform={`rotate(-90 ${size / 2} ${size / 2})`}
        />
      )}
    </svg>
  )
}

export function ProgressBar({ share, label }: ShareProps) {
  const percent = Math.round(clamp(share) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-2 w-full overflow-hidden rounded-full bg-pressed"
    >
      <div className="h-full rounded-full bg-success" style={{ width: `${percent}%` }} />
    </div>
  )
}

interface Part {
  key: string
  value: number
  /** A token or a picked color. */
  colour: string
  label: ReactNode
}

/** The colors of the four groups a progress bar shows, in order; `cancelled` is left out. */
export const progressColours = {
  completed: 'var(--state-completed)',
  started: 'var(--state-started)',
  unstarted: 'var(--state-unstarted)',
  backlog: 'var(--line-strong)',
}

/** Parts of a whole, 8 high with 2 px gaps; each has a tooltip with its name. */
export function StackedBar({ parts, label }: { parts: readonly Part[]; label: string }) {
  const shown = parts.filter(({ value }) => value > 0)
  return (
    <div
      role="img"
      aria-label={label}
      className="flex h-2 w-full gap-0.5 overflow-hidden rounded-full bg-hover forced-color-adjust-none"
    >
      {shown.map((part) => (
        <Tooltip key={part.key} label={part.label}>
          <span className="h-full" style={{ flex: part.value, background: part.colour }} />
        </Tooltip>
      ))}
    </div>
  )
}
