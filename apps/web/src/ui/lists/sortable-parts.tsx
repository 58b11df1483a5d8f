import { classNames } from '../theme/class-names.ts'
import type { Drop } from './sortable.ts'

/**
 * For the row itself: a dashed outline while it is dragged, a tinted box while it is the drop
 * target.
 */
export const sortableLook = (dragging: boolean, drop: Drop | undefined) =>
  classNames(
    'relative',
    dragging && 'opacity-50 outline-1 -outline-offset-1 outline-dashed outline-line-strong',
    drop?.blocked && 'bg-danger-subtle!',
    drop?.place === 'inside' &&
      !drop.blocked &&
      'bg-accent-subtle! outline-[1.5px] -outline-offset-1 outline-accent',
  )

interface DropMarkProps {
  drop: Drop | undefined
  axis?: 'vertical' | 'horizontal'
}

const sides = {
  vertical: {
    line: 'inset-x-0 h-0.5 before:top-1/2 before:left-0 before:-translate-y-1/2',
    before: '-top-px',
    after: '-bottom-px',
  },
  horizontal: {
    line: 'inset-y-0 w-0.5 before:top-0 before:left-1/2 before:-translate-x-1/2',
    before: '-left-2',
    after: '-right-2',
  },
}

/** The exact drop position: a line with a ring at its start. */
export function DropMark({ drop, axis = 'vertical' }: DropMarkProps) {
  if (!drop || drop.blocked || drop.place === 'inside') return null
  return (
    <span
      aria-hidden
      className={classNames(
        'pointer-events-none absolute z-1 bg-accent',
        sides[axis].line,
        'before:absolute before:size-2 before:rounded-full before:border-2 before:border-accent before:bg-surface',
        sides[axis][drop.place],
      )}
    />
  )
}
