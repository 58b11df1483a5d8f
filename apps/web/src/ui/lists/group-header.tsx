import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon, type IconLike } from '../icons/icon.tsx'
import { groupedNumber } from '../platform/number.ts'
import { classNames } from '../theme/class-names.ts'

interface GroupHeaderProps {
  icon?: IconLike
  name: ReactNode
  count?: number | undefined
  open: boolean
  /** Undefined if the group cannot be collapsed. */
  onToggle: (() => void) | undefined
  /** An item is dragged over it and would be dropped there. */
  over?: boolean
  /** The group's checkbox, in the rows' checkbox slot. */
  checkbox?: ReactNode
  /** Add button, menu. */
  actions?: ReactNode
  /** A group within a group. */
  inner?: boolean
}

/** Header of the rows of a group, in the same columns. Sticky if the list sets it. */
export function GroupHeader({
  icon,
  name,
  count,
  open,
  onToggle,
  over = false,
  checkbox,
  actions,
  inner = false,
}: GroupHeaderProps) {
  const face = (
    <>
      {icon && <Icon of={icon} className="text-ink-3" />}
      <span className="truncate">{name}</span>
      {count !== undefined && (
        <span className="font-normal text-ink-3 tabular-nums">{groupedNumber(count)}</span>
      )}
    </>
  )
  return (
    <div
      className={classNames(
        'group/head flex h-9 items-center gap-2 border-b border-line-subtle pr-3 pl-4 max-md:h-10',
        inner ? 'text-ink-2 max-md:pl-8' : 'font-medium',
        over
          ? 'bg-accent-subtle outline-[1.5px] -outline-offset-1 outline-accent'
          : inner
            ? 'bg-surface'
            : 'bg-sunken',
      )}
    >
      <span className="flex w-3.5 shrink-0 until-hover group-focus-within/head:opacity-100 group-hover/head:opacity-100 has-checked:opacity-100 has-indeterminate:opacity-100 in-data-selecting:opacity-100 max-md:hidden">
        {checkbox}
      </span>
      {onToggle ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="hit flex min-w-0 items-center gap-2 rounded-sm"
        >
          {face}
          <Icon
            of={ChevronDown}
            size={14}
            className={classNames(
              'text-ink-3 transition-transform duration-(--time-base)',
              !open && '-rotate-90',
            )}
          />
        </button>
      ) : (
        <span className="flex min-w-0 items-center gap-2">{face}</span>
      )}
      <span className="ml-auto flex items-center gap-1">{actions}</span>
    </div>
  )
}
