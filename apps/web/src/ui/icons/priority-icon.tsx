import { classNames } from '../theme/class-names.ts'

export type Priority = 'urgent' | 'high' | 'medium' | 'low' | 'none'

const colours: Record<Priority, string> = {
  urgent: 'text-priority-urgent',
  high: 'text-priority-high',
  medium: 'text-priority-medium',
  low: 'text-priority-low',
  none: 'text-priority-none',
}

const heights: Record<Priority, number> = { urgent: 0, high: 3, medium: 2, low: 1, none: 0 }

function Urgent() {
  return (
    <>
      <path
        d="M8 1.75C13.33 1.75 14.5 2.88 14.5 8C14.5 13.13 13.33 14.25 8 14.25C2.67 14.25 1.5 13.13 1.5 8C1.5 2.88 2.67 1.75 8 1.75Z"
        fill="currentColor"
      />
      <path d="M8 4.75v3.9" stroke="var(--on-solid)" strokeWidth="1.75" strokeLinecap="round" />
      <circle cx="8" cy="11.15" r="1" fill="var(--on-solid)" />
    </>
  )
}

// From the lowest up.
const stones = [
  'M3 10.5h10a1.5 1.5 0 0 1 0 3H3a1.5 1.5 0 0 1 0-3Z',
  'M5 6.5h6a1.5 1.5 0 0 1 0 3H5a1.5 1.5 0 0 1 0-3Z',
  'M7 2.5h2a1.5 1.5 0 0 1 0 3H7a1.5 1.5 0 0 1 0-3Z',
]

function Stack({ height }: { height: number }) {
  const rest = stones.slice(height).join('')
  return (
    <>
      <path d={stones.slice(0, height).join('')} fill="currentColor" />
      {rest && <path d={rest} fill="currentColor" opacity="0.28" />}
    </>
  )
}

interface PriorityIconProps {
  priority: Priority
  size?: number
  /** Its label if there is no text beside it. */
  label?: string
}

export function PriorityIcon({ priority, size = 16, label }: PriorityIconProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      role="img"
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={classNames('block', colours[priority])}
    >
      {priority === 'urgent' && <Urgent />}
      {priority === 'none' && (
        <path
          d="M3 8h1.5M7.25 8h1.5M11.5 8H13"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
        />
      )}
      {heights[priority] > 0 && <Stack height={heights[priority]} />}
    </svg>
  )
}
