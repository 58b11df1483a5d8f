import type { CSSProperties, ReactNode } from 'react'
import { groupedNumber } from '../platform/number.ts'
import { classNames } from '../theme/class-names.ts'

export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'

const tones: Record<Tone, string> = {
  neutral: 'bg-hover text-ink-2',
  accent: 'bg-accent-subtle text-accent-ink',
  info: 'bg-info-subtle text-info-ink',
  success: 'bg-success-subtle text-success-ink',
  warning: 'bg-warning-subtle text-warning-ink',
  danger: 'bg-danger-subtle text-danger-ink',
}

/** A status: tinted, 20 high. */
export function Tag({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-sm px-1.75 text-small font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

/** Exact, as in headers; `text` for more than the number: "13 of 125". */
export function Count({ value, text = groupedNumber(value) }: { value: number; text?: string }) {
  return (
    <span className="inline-flex h-4.5 shrink-0 items-center rounded-full bg-hover px-1.5 text-micro font-medium whitespace-nowrap text-ink-2 tabular-nums">
      {text}
    </span>
  )
}

/**
 * Number of new entries on a navigation item: nothing at zero, at most "99+"; with a sign for
 * mentions.
 */
export function Badge({ value, sign }: { value: number; sign?: string }) {
  if (value <= 0) return null
  return (
    <span className="inline-flex h-4.5 shrink-0 items-center rounded-full bg-accent px-1.5 text-micro font-medium text-on-accent tabular-nums">
      {sign && `${sign} `}
      {value > 99 ? '99+' : value}
    </span>
  )
}

/** The 8 px dot of a label; the color is never used for text. */
export function Dot({ colour }: { colour: string }) {
  return (
    <span
      aria-hidden
      className="size-2 shrink-0 rounded-full bg-current forced-color-adjust-none"
      style={{ color: colour }}
    />
  )
}

interface ChipProps {
  /** Hex or a token; leave out for a plain chip. */
  colour?: string | null
  children: ReactNode
  className?: string
}

/** A label: round, 20 high, a dot and a name. */
export function Chip({ colour, children, className }: ChipProps) {
  return (
    <span
      style={colour ? ({ '--dot': colour } as CSSProperties) : undefined}
      className={classNames(
        'inline-flex h-5 min-w-0 shrink-0 items-center gap-1.25 rounded-full border border-line bg-surface pr-1.75 pl-1.5 text-small whitespace-nowrap text-ink-2',
        // A pseudo-element: lists show hundreds.
        colour &&
          'before:size-2 before:shrink-0 before:rounded-full before:bg-(--dot) before:forced-color-adjust-none',
        className,
      )}
    >
      <span className="truncate">{children}</span>
    </span>
  )
}
