import type { ReactNode } from 'react'

interface HomeSectionProps {
  id: string
  title: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** One part of the home page: its name, what can be done, and what it shows. */
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
