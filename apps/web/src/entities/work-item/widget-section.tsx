import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Icon } from '#ui/icons/icon.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { classNames } from '#ui/theme/class-names.ts'

interface WidgetSectionProps {
  title: string
  count?: number
  /** After the title: a ring, "2/4 Done". */
  progress?: ReactNode
  /** Its "+" and menus. */
  actions?: ReactNode
  id?: string
  children: ReactNode
}

/** A collapsible section of an item's related data; open by default. */
export function WidgetSection({
  title,
  count,
  progress,
  actions,
  id,
  children,
}: WidgetSectionProps) {
  const [open, setOpen] = useState(true)
  const content = useId()
  return (
    <section id={id} aria-label={title} className="mt-2 scroll-mt-4">
      <div className="flex h-8 items-center gap-2 max-md:h-11">
        <h2 className="min-w-0">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={content}
            onClick={() => setOpen(!open)}
            className="hit flex items-center gap-1.5 rounded-sm font-medium"
          >
            <Icon
              of={ChevronDown}
              size={14}
              className={classNames(
                'text-ink-3 transition-transform duration-(--time-base)',
                !open && '-rotate-90',
              )}
            />
            {title}
            {count !== undefined && (
              <span className="font-normal text-ink-3 tabular-nums">{groupedNumber(count)}</span>
            )}
          </button>
        </h2>
        {progress}
        <span className="ml-auto flex items-center gap-0.5">{actions}</span>
      </div>
      <div id={content} hidden={!open}>
        {children}
      </div>
    </section>
  )
}

interface WidgetRowProps {
  icon: ReactNode
  /** Muted, at the right: a time, a size. */
  meta?: ReactNode
  /** Shown on hover and focus, in the room of `meta` on narrow panels. */
  actions?: ReactNode
  /** They are needed now: shown without hovering. */
  urgent?: boolean
  children: ReactNode
}

/** 32 high, with a hover that reaches 8 px beyond the text on both sides. */
export function WidgetRow({ icon, meta, actions, urgent = false, children }: WidgetRowProps) {
  return (
    <div className="group/line -mx-2 flex min-h-8 items-center gap-2 rounded-md px-2 hover:bg-hover max-md:min-h-11">
      <span className="grid w-4 shrink-0 place-items-center">{icon}</span>
      <span className="min-w-0 grow">{children}</span>
      {meta && (
        <span
          className={classNames(
            'shrink-0 text-small whitespace-nowrap text-ink-3',
            Boolean(actions) &&
              'group-focus-within/line:hidden group-hover/line:hidden group-has-aria-expanded/line:hidden touch:block!',
          )}
        >
          {meta}
        </span>
      )}
      {actions && (
        <span
          className={classNames(
            'shrink-0 items-center group-focus-within/line:flex group-hover/line:flex group-has-aria-expanded/line:flex touch:flex',
            urgent ? 'flex' : 'hidden',
          )}
        >
          {actions}
        </span>
      )}
    </div>
  )
}
