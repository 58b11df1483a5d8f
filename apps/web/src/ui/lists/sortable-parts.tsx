import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical } from 'lucide-react'
import type { RefObject } from 'react'
import { t, useTranslation } from '#data/i18n.ts'
import { IconButton } from '../controls/icon-button.tsx'
import type { IconLike } from '../icons/icon.tsx'
import { Menu, type MenuEntry } from '../overlays/menu.tsx'
import { classNames } from '../theme/class-names.ts'
import type { Drop, Step } from './sortable.ts'

/** For the row itself: a dashed ghost while it is carried, a tinted box while something goes into it. */
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

/** The exact place something would go: a line with a ring at its start. */
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

interface SortableHandleProps {
  handle: RefObject<HTMLSpanElement | null>
  /** What it moves: "In Progress". */
  name: string
  /** Where it can go from here. */
  steps: readonly Step[]
  onStep: (step: Step) => void
  /** Where "Move in" says too little. */
  words?: Partial<Record<Step, string>>
  className?: string
}

const keys: Record<Step, string> = {
  up: 'alt+up',
  down: 'alt+down',
  in: 'alt+right',
  out: 'alt+left',
}

const icons: Record<Step, IconLike> = {
  up: ArrowUp,
  down: ArrowDown,
  in: ArrowRight,
  out: ArrowLeft,
}

/** The same moves for a menu: fingers cannot press Alt. */
export const moveEntries = <Way extends Step>({
  steps,
  onStep,
  words,
}: {
  steps: readonly Way[]
  onStep: (step: Way) => void
  words?: Partial<Record<Step, string>>
}): MenuEntry[] =>
  steps.map((way) => {
    const step: Step = way
    return {
      label: words?.[step] ?? t(`ui.move_${step}`),
      icon: icons[step],
      shortcut: keys[step],
      onSelect: () => onStep(way),
    }
  })

/** The grip of a row. A click or Enter opens a menu with the same moves. */
export function SortableHandle(props: SortableHandleProps) {
  const { handle, name, className } = props
  const { t } = useTranslation()
  return (
    <span ref={handle} className={classNames('inline-grid shrink-0', className)}>
      <Menu
        trigger={
          <IconButton
            size="sm"
            icon={GripVertical}
            label={t('ui.move', { name })}
            className="cursor-grab active:cursor-grabbing"
          />
        }
        items={moveEntries(props)}
      />
    </span>
  )
}
