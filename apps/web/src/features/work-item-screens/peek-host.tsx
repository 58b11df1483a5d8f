import { type ReactNode, Suspense } from 'react'
import { usePeekedKey } from '#entities/work-item/open-item.ts'
import { lazy } from '#ui/platform/lazy.ts'

const Peek = lazy(() => import('./peek.tsx'))

interface PeekHostProps {
  slug: string
  children: ReactNode
  /** A panel that is there without a peek, too. */
  aside?: ReactNode
}

/** Wraps the list: the peek is at its right and makes it narrower. */
export function PeekHost({ slug, children, aside }: PeekHostProps) {
  const key = usePeekedKey()
  return (
    <div className="relative flex min-h-0 grow overflow-hidden">
      <div className="flex min-w-0 grow flex-col">{children}</div>
      {aside}
      <Suspense>{key && <Peek slug={slug} itemKey={key} />}</Suspense>
    </div>
  )
}
