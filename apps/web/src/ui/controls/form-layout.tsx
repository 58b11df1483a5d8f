import type { ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'

/** Fields under each other, 16 apart. */
export function FormFields({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-4">{children}</div>
}

/** Fields side by side where there is room. */
export function FormColumns({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[repeat(auto-fit,minmax(200px,1fr))] gap-4">{children}</div>
}

interface SettingsPageProps {
  title: ReactNode
  description?: ReactNode
  action?: ReactNode
  /** For a table: same left edge as other pages, and also uses the space to their right. */
  wide?: boolean
  children: ReactNode
}

/** A page of settings: 760 wide, heading, one sentence, then its sections. */
export function SettingsPage({ title, description, action, wide, children }: SettingsPageProps) {
  return (
    <div
      className={classNames(
        'max-w-full px-4 py-8 max-md:py-4',
        wide ? 'mr-auto ml-[max(0px,calc(50%-380px))] max-w-260!' : 'mx-auto w-190',
      )}
    >
      <div className="flex items-start gap-4">
        <h1 className="min-w-0 grow text-heading font-semibold">{title}</h1>
        {action}
      </div>
      {description && <p className="mt-1 text-ink-2">{description}</p>}
      {children}
    </div>
  )
}

interface SectionProps {
  title?: ReactNode
  description?: ReactNode
  action?: ReactNode
  children: ReactNode
}

export function SettingsSection({ title, description, action, children }: SectionProps) {
  return (
    <section className="mt-6">
      {title && (
        <div className="flex min-h-7 items-center gap-2">
          <h2 className="grow font-medium">{title}</h2>
          {action}
        </div>
      )}
      {description && <p className="text-ink-2">{description}</p>}
      <div className="mt-1">{children}</div>
    </section>
  )
}

/** A hairline box; rows inside are 40 high with lines between them. */
export function Panel({ children }: { children: ReactNode }) {
  return (
    <div className="divide-y divide-line-subtle overflow-hidden rounded-lg border border-line bg-surface empty:hidden">
      {children}
    </div>
  )
}

export function PanelRow({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center gap-2.5 py-1 pr-2 pl-3 hover:bg-hover">
      {children}
    </div>
  )
}
