import type { ReactNode } from 'react'
import { Toaster } from '../feedback/toaster.tsx'
import { TooltipLayer } from '../overlays/tooltip-layer.tsx'

/** Once, around the whole app: the layers for tooltips and toasts. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <TooltipLayer />
      <Toaster />
    </>
  )
}
