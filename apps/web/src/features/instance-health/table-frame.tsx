import type { ReactNode } from 'react'

export function TableFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mt-2 overflow-hidden rounded-lg border border-line [&_tr:last-child>td]:border-b-0">
      {children}
    </div>
  )
}
