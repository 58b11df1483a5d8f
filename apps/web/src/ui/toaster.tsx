import { lazy, Suspense, useSyncExternalStore } from 'react'
import { anyToastYet, subscribeToToasts } from './toast.ts'

const ToastViewport = lazy(() => import('./toast-viewport.tsx'))

export function Toaster() {
  const needed = useSyncExternalStore(subscribeToToasts, anyToastYet)
  return needed && <Suspense>{<ToastViewport />}</Suspense>
}
