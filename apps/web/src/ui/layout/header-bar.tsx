import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { classNames } from '../theme/class-names.ts'

interface BarProps {
  /** Breadcrumbs, a count. */
  children?: ReactNode
  /** Layouts, filters, the primary button; right aligned. */
  actions?: ReactNode
}

/** 44 high, across the top of the main area; 52 below 768. */
export function HeaderBar({ children, actions }: BarProps) {
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-3 pl-4 max-md:h-13 max-md:px-2">
      {children}
      <div className="ml-auto flex shrink-0 items-center gap-1.5">{actions}</div>
    </header>
  )
}

/**
 * 40 px high, below the header: filter chips, sort order. On phones one line that scrolls
 * horizontally.
 */
export function SubBar({ children, actions }: BarProps) {
  return (
    <div className="flex min-h-10 shrink-0 items-center gap-2 border-b border-line-subtle py-2 pr-3 pl-4 max-md:focus-inset max-md:overflow-x-auto">
      <div className="flex min-w-0 grow items-center gap-2 max-md:shrink-0 md:flex-wrap">
        {children}
      </div>
      {actions && <div className="ml-auto flex shrink-0 items-center gap-1.5">{actions}</div>}
    </div>
  )
}

/** On small screens, under the header: menus of equal width, 44 high. */
export function MenuBar({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={classNames(
        'grid auto-cols-fr grid-flow-col divide-x divide-line-subtle border-b border-line-subtle md:hidden',
        '[&>button]:focus-inset [&>button]:flex [&>button]:h-11 [&>button]:items-center [&>button]:justify-center [&>button]:gap-1.5 [&>button]:font-medium [&>button]:text-ink-2',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** A thin bar under the header while old content is being reloaded. */
export function ReloadBar({ active }: { active: boolean }) {
  const { t } = useTranslation()
  if (!active) return null
  return (
    <div role="progressbar" aria-label={t('ui.reloading')} className="relative z-(--z-sticky) h-0">
      <div className="absolute inset-x-0 -top-px h-0.5 overflow-hidden">
        <div className="h-full w-1/3 animate-[run_1.2s_ease-in-out_infinite] bg-accent motion-reduce:w-full motion-reduce:animate-none" />
      </div>
    </div>
  )
}
