import { type ReactNode, Suspense } from 'react'
import { Toaster } from '../feedback/toaster.tsx'
import { afterFirstScreen } from '../platform/first-screen.ts'
import { lazy } from '../platform/lazy.ts'

const TooltipLayer = lazy(async () => {
  await afterFirstScreen()
  return import('../overlays/tooltip-layer.tsx')
})

/** Once, around the whole app: the layers for tooltips and toasts. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Suspense>
        <TooltipLayer />
      </Suspense>
      <Toaster />
    </>
  )
}
