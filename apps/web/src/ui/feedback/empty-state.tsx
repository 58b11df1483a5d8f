import type { ReactNode } from 'react'
import { EmptyDrawing, type EmptyPicture } from './empty-drawing.tsx'

interface EmptyStateProps {
  title: ReactNode
  /** One sentence, two at most. */
  children?: ReactNode
  /** One primary button with its key cap. */
  action?: ReactNode
  picture?: EmptyPicture | 'none'
  /** Heading level on the page. */
  level?: 1 | 2 | 3
}

export function EmptyState({
  title,
  children,
  action,
  picture = 'place-stone',
  level = 2,
}: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    // If it does not fit, for example on a zoomed page, it scrolls on its own.
    <div className="grid h-full min-h-48 min-w-0 grid-cols-1 place-items-center overflow-y-auto px-4 py-8 md:pb-20">
      <div className="w-110 max-w-full text-center">
        {picture !== 'none' && <EmptyDrawing picture={picture} />}
        <Heading className="mt-5 text-title tracking-normal font-semibold">{title}</Heading>
        {children && <div className="mx-auto mt-1 max-w-90 text-ink-2">{children}</div>}
        {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
      </div>
    </div>
  )
}
