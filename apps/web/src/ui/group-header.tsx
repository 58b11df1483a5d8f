import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconLike } from './icon.tsx'
import { groupedNumber } from './number.ts'

interface GroupHeaderProps {
  icon?: IconLike
  name: ReactNode
  count?: number
  open: boolean
  onToggle: () => void
  /** The group's checkbox, in the rows' checkbox slot. */
  checkbox?: ReactNode
  /** Add button, menu. */
  actions?: ReactNode
}

/** Over the rows of a group, in the same columns. Sticky where the list wants it so. */
export function GroupHeader({
  icon,
  name,
  count,
  open,
  onToggle,
  checkbox,
  actions,
}: GroupHeaderProps) {
  return (
    <div className="group/head flex h-9 items-center gap-2 border-b border-line-subtle bg-sunken pr-3 pl-4 font-medium max-md:h-10">
      <span className="w-3.5 shrink-0 opacity-0 group-focus-within/head:opacity-100 group-hover/head:opacity-100 has-checked:opacity-100 has-indeterminate:opacity-100 max-md:hidden">
        {checkbox}
      </span>
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="hit flex min-w-0 items-center gap-2 rounded-sm"
      >
        {icon && <Icon of={icon} className="text-ink-3" />}
        <span className="truncate">{name}</span>
        {count !== undefined && (
          <span className="font-normal text-ink-3 tabular-nums">{groupedNumber(count)}</span>
        )}
        <Icon
          of={ChevronDown}
          size={14}
          className={classNames(
            'text-ink-3 transition-transform duration-(--time-base)',
            !open && '-rotate-90',
          )}
        />
      </button>
      <span className="ml-auto flex items-center gap-1">{actions}</span>
    </div>
  )
}
