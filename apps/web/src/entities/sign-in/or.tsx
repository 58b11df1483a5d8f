import type { ReactNode } from 'react'

/** Separator between two ways to sign in. */
export function Or({ children }: { children: ReactNode }) {
  return (
    <div className="my-5 flex items-center gap-3 text-small text-ink-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {children}
    </div>
  )
}
