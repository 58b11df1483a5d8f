import type { ReactNode } from 'react'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'

interface ModeRowProps {
  icon: IconLike
  name: string
  description: ReactNode
  /** Links and the switch. */
  children: ReactNode
}

/** A sign-in method: description at the left, controls at the right. */
export function ModeRow({ icon, name, description, children }: ModeRowProps) {
  return (
    <div className="flex items-center gap-3 px-3 py-2.5">
      <span className="grid size-8 shrink-0 place-items-center rounded-md border border-line bg-surface text-ink-2">
        <Icon of={icon} />
      </span>
      <div className="min-w-0 grow">
        <h3 className="font-medium">{name}</h3>
        <p className="text-ink-2">{description}</p>
      </div>
      <div className="flex shrink-0 items-center gap-3">{children}</div>
    </div>
  )
}
