import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { Toaster } from './toaster.tsx'
import { TooltipLayer } from './tooltip-layer.tsx'

/** Once, around the whole app: the layers for tooltips and toasts. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    // Our Content-Security-Policy refuses <style> elements that Base UI would otherwise add.
    <CSPProvider disableStyleElements>
      {children}
      <TooltipLayer />
      <Toaster />
    </CSPProvider>
  )
}
