import type { CycleStatus } from '@cairn/contract'

const colours: Record<CycleStatus, string> = {
  CURRENT: 'text-state-started',
  UPCOMING: 'text-state-unstarted',
  COMPLETED: 'text-state-completed',
  DRAFT: 'text-ink-3',
}

interface CycleIconProps {
  status: CycleStatus
  size?: number
  /** Label if there is no text next to it. */
  label?: string
}

/** A ring that fills with time: dotted before the start, half while active, full when completed. */
export function CycleIcon({ status, size = 16, label }: CycleIconProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      role={label && 'img'}
      aria-label={label}
      aria-hidden={!label}
      className={colours[status]}
    >
      <circle
        cx="8"
        cy="8"
        r="5.75"
        fill={status === 'COMPLETED' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.5"
        pathLength={40}
        strokeDasharray={status === 'UPCOMING' ? '2.6 2.4' : undefined}
      />
      {status === 'CURRENT' && <path d="M8 4.25a3.75 3.75 0 0 1 0 7.5Z" fill="currentColor" />}
    </svg>
  )
}
