import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical } from 'lucide-react'
import type { RefObject } from 'react'
import { t, useTranslation } from '#data/i18n.ts'
import { IconButton } from '../controls/icon-button.tsx'
import type { IconLike } from '../icons/icon.tsx'
import { Menu, type MenuEntry } from '../overlays/menu.tsx'
import { classNames } from '../theme/class-names.ts'
import type { Step } from './sortable.ts'

interface SortableHandleProps {
  handle: RefObject<HTMLSpanElement | null>
  /** Name of what it moves: "In Progress". */
  name: string
  /** The possible moves. */
  steps: readonly Step[]
  onStep: (step: Step) => void
  /** Labels if "Move in" is too vague. */
  words?: Partial<Record<Step, string>>
  className?: string
}

/** The possible moves of an object, and their handler. */
export interface MovesProps<Way extends Step = Step> {
  steps: readonly Way[]
  onStep: (step: Way) => void
  words?: Partial<Record<Step, string>>
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

/** The same moves as menu entries: no Alt key on touch. */
export const moveEntries = <Way extends Step>({
  steps,
  onStep,
  words,
}: MovesProps<Way>): MenuEntry[] =>
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
