import type { ReactElement, ReactNode } from 'react'
import { cloneElement } from 'react'
import { Icon, type IconLike } from '../icons/icon.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'
import { classNames } from '../theme/class-names.ts'

interface RailLinkProps {
  label: string
  icon: IconLike
  current: boolean
  /** At the corner of the icon: there is something new. */
  dot?: ReactNode
  as: ReactElement<{
    className?: string
    children?: ReactNode
    'aria-label'?: string
    'aria-current'?: 'page'
    'data-row'?: ''
  }>
}

export function RailLink({ label, icon, current, dot, as }: RailLinkProps) {
  return (
    <div data-item>
      <Tooltip label={label}>
        {cloneElement(
          as,
          {
            'data-row': '',
            'aria-label': label,
            'aria-current': current ? 'page' : undefined,
            className: classNames(
              'focus-inset relative grid h-7 w-9 place-items-center rounded-md',
              current ? 'bg-pressed text-ink' : 'text-ink-3 hover:bg-hover hover:text-ink',
            ),
          },
          <Icon of={icon} />,
          dot,
        )}
      </Tooltip>
    </div>
  )
}
