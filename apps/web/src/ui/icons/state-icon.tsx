import { picked } from '../controls/picked-colour.ts'
import { startedQuarter } from '../feedback/started-share.ts'
import { classNames } from '../theme/class-names.ts'

export type StateGroup = 'backlog' | 'unstarted' | 'started' | 'completed' | 'cancelled'

const outline =
  'M8 2.75C11.68 2.75 13.75 4.64 13.75 8C13.75 11.36 11.68 13.25 8 13.25C4.32 13.25 2.25 11.36 2.25 8C2.25 4.64 4.32 2.75 8 2.75Z'
const solid =
  'M8 2C12.16 2 14.5 4.16 14.5 8C14.5 11.84 12.16 14 8 14C3.84 14 1.5 11.84 1.5 8C1.5 4.16 3.84 2 8 2Z'
const fills = {
  0.25: 'M3.12 10.45H12.88C12.09 12.04 10.41 12.9 8 12.9C5.59 12.9 3.91 12.04 3.12 10.45Z',
  0.5: 'M2.6 8H13.4C13.4 11.14 11.46 12.9 8 12.9C4.54 12.9 2.6 11.14 2.6 8Z',
  0.75: 'M3.12 5.55H12.88C13.22 6.23 13.4 7.06 13.4 8C13.4 11.14 11.46 12.9 8 12.9C4.54 12.9 2.6 11.14 2.6 8C2.6 7.06 2.78 6.23 3.12 5.55Z',
}
const marks = { completed: 'm5.4 8.2 1.8 1.8 3.4-3.8', cancelled: 'm6 6 4 4m0-4-4 4' }

export const stateColours: Record<StateGroup, string> = {
  backlog: 'text-state-backlog',
  unstarted: 'text-state-unstarted',
  started: 'text-state-started',
  completed: 'text-state-completed',
  cancelled: 'text-state-cancelled',
}

interface StateIconProps {
  group: StateGroup
  /** The color users gave the state, as hex; by default that of the group. */
  colour?: string | null
  /** Position among the started states, from 1, and their number: the stone fills up. */
  position?: number
  count?: number
  size?: number
  /** Its label if there is no text beside it. */
  label?: string
}

function Shape({ group, position, count }: Pick<StateIconProps, 'group' | 'position' | 'count'>) {
  if (group === 'completed' || group === 'cancelled') {
    return (
      <>
        <path d={solid} fill="currentColor" />
        <path
          d={marks[group]}
          fill="none"
          stroke="var(--on-solid)"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </>
    )
  }
  const dashes =
    group === 'backlog'
      ? { pathLength: 40, strokeDasharray: '2.6 2.4', strokeDashoffset: '1.3' }
      : undefined
  return (
    <>
      <path d={outline} fill="none" stroke="currentColor" strokeWidth="1.5" {...dashes} />
      {group === 'started' && (
        <path d={fills[startedQuarter(position, count)]} fill="currentColor" />
      )}
    </>
  )
}

export function StateIcon({ group, colour, position, count, size = 16, label }: StateIconProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      role="img"
      aria-label={label}
      aria-hidden={label ? undefined : true}
      {...picked(colour, classNames('block', !colour && stateColours[group]))}
    >
      <Shape group={group} position={position} count={count} />
    </svg>
  )
}
