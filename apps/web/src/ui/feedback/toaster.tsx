import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazy } from '../platform/lazy.ts'
import { anyToastYet, showLeftToast, subscribeToToasts } from './toast.ts'

const load = () => import('./toast-viewport.tsx')
const ToastViewport = lazy(load)

/** Long after the first screen, and before most connections are lost. */
const PRELOAD_MS = 1_500

export function Toaster() {
  const needed = useSyncExternalStore(subscribeToToasts, anyToastYet)
  useEffect(showLeftToast, [])
  // Preloaded: the message that the server is unreachable must not depend on the server.
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), PRELOAD_MS)
    return () => clearTimeout(timer)
  }, [])
  return needed && <Suspense>{<ToastViewport />}</Suspense>
}
