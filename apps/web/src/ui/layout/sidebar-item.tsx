import { ChevronRight } from 'lucide-react'
import { cloneElement, type MouseEvent, type ReactElement, type ReactNode } from 'react'
import { Icon, type IconLike } from '../icons/icon.tsx'
import { useRovingFocus } from '../lists/roving-focus.ts'
import { classNames } from '../theme/class-names.ts'

interface SidebarItemProps {
  icon?: IconLike
  label: ReactNode
  current?: boolean
  /** Muted, at the right: a number. */
  tail?: ReactNode
  /** Replaces the tail on hover and on small screens: a menu, an add button. */
  actions?: ReactNode
  /** Inside a `SidebarGroup`, one step lighter. */
  nested?: boolean
  /** The element: `<Link to=…/>`, `<a href=…/>` or `<button/>`; it gets classes and content. */
  as: ReactElement<{
    className?: string
    children?: ReactNode
    'aria-current'?: 'page'
    'data-row'?: ''
  }>
}

export function SidebarItem({
  icon,
  label,
  current = false,
  tail,
  actions,
  nested = false,
  as,
}: SidebarItemProps) {
  return (
    <div data-item className="group/item relative">
      {cloneElement(
        as,
        {
          'data-row': '',
          'aria-current': current ? 'page' : undefined,
          className: classNames(
            'focus-inset flex h-7 w-full items-center gap-2 rounded-md px-2 text-left transition-colors duration-(--time-instant) max-md:h-11 max-md:text-[15px]',
            current ? 'bg-pressed text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
            nested && !current ? 'font-normal' : 'font-medium',
            Boolean(actions) && 'pr-8 max-md:pr-12',
          ),
        },
        icon && (
          <Icon
            of={icon}
            className={current ? 'text-ink' : 'text-ink-3 group-hover/item:text-ink'}
          />
        ),
        <span className="min-w-0 grow truncate">{label}</span>,
        tail !== undefined && (
          <span
            className={classNames(
              'ml-auto text-small font-medium text-ink-3 tabular-nums',
              Boolean(actions) &&
                'absolute right-2 group-focus-within/item:hidden group-hover/item:hidden touch:hidden',
            )}
          >
            {tail}
          </span>
        ),
      )}
      {actions && (
        <span className="absolute inset-y-0 right-1 flex items-center until-hover group-focus-within/item:opacity-100 group-hover/item:opacity-100 has-aria-expanded:opacity-100">
          {actions}
        </span>
      )}
    </div>
  )
}

interface SidebarHeadingProps {
  children: ReactNode
  action?: ReactNode
  /** With `onToggle`: whether the section below is shown. */
  open?: boolean
  onToggle?: () => void
}

/**
 * "Favorites", "Projects": a small heading with an optional action; it may collapse its section.
 */
export function SidebarHeading({ children, action, open, onToggle }: SidebarHeadingProps) {
  return (
    <div className="group/heading mx-2 mt-4 mb-0.5 flex h-6 items-center justify-between pl-2 text-small font-medium text-ink-3">
      <h2>
        {onToggle ? (
          <button
            type="button"
            aria-expanded={open}
            onClick={onToggle}
            className="hit -ml-1 flex h-6 items-center gap-1 rounded-sm px-1 hover:text-ink"
          >
            {children}
            <Icon
              of={ChevronRight}
              size={12}
              className={classNames(
                'transition-transform duration-(--time-base)',
                open &&
                  'until-hover rotate-90 group-focus-within/heading:opacity-100 group-hover/heading:opacity-100',
              )}
            />
          </button>
        ) : (
          children
        )}
      </h2>
      {action}
    </div>
  )
}

/** A list of items with one tab stop; `label` names it for screen readers. */
export function SidebarNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} {...useRovingFocus()} className="flex flex-col gap-px px-2">
      {children}
    </nav>
  )
}

interface SidebarGroupProps {
  icon?: IconLike
  label: ReactNode
  open: boolean
  onToggle: (event: MouseEvent) => void
  actions?: ReactNode
  children: ReactNode
}

/** A project: a row that collapses its items, which are indented on a guide line. */
export function SidebarGroup({
  icon,
  label,
  open,
  onToggle,
  actions,
  children,
}: SidebarGroupProps) {
  return (
    <>
      <SidebarItem
        icon={icon}
        label={label}
        actions={actions}
        tail={
          <Icon
            of={ChevronRight}
            className={classNames(
              'transition-transform duration-(--time-base)',
              open && 'rotate-90',
            )}
          />
        }
        as={<button type="button" aria-expanded={open} onClick={onToggle} />}
      />
      {open && (
        <div className="mt-px mb-0.75 ml-4 flex flex-col border-l border-line pl-2">{children}</div>
      )}
    </>
  )
}
