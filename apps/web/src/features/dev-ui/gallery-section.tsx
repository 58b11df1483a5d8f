import type { ReactNode } from 'react'
import { classNames } from '#ui/theme/class-names.ts'

interface GallerySectionProps {
  title: string
  /** Columns it takes of three. */
  span?: 1 | 2 | 3
  children: ReactNode
}

const spans = { 1: '', 2: 'lg:col-span-2', 3: 'lg:col-span-3' }

export function GallerySection({ title, span = 1, children }: GallerySectionProps) {
  return (
    <section className={classNames('min-w-0', spans[span])}>
      <h2 className="mb-3 border-b border-line-subtle pb-2 text-small font-medium text-ink-3">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A named line of examples. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center gap-2">
      <span className="w-16 shrink-0 text-small text-ink-3">{name}</span>
      <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>
    </div>
  )
}
