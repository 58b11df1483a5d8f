import type { ReactNode } from 'react'

interface HomeSectionProps {
  id: string
  title: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A section of the home page: title, actions and content. */
export function HomeSection({ id, title, actions, children }: HomeSectionProps) {
  return (
    <section className="mt-8" aria-labelledby={id}>
      <div className="mb-2 flex h-7 items-center justify-between">
        <h2 id={id} className="text-body font-semibold">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** Placeholder for a section of unknown height. */
export const LateSection = () => <span hidden data-late="" />
