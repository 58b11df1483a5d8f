import { type ReactNode, Suspense, useState } from 'react'
import type { IconLike } from '../icons/icon.tsx'
import { lazy } from '../platform/lazy.ts'
import { useIsClosing } from '../platform/presence.tsx'

const ConfirmDialogPopup = lazy(() => import('./confirm-dialog-popup.tsx'))

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  /** Names the thing: "Delete TRAIL-417?" */
  title: ReactNode
  children?: ReactNode
  /** The verb: "Delete". */
  confirmLabel: string
  /** While `busy`: "Deleting". */
  busyLabel?: string
  busy?: boolean
  cancelLabel?: string
  /** Red button and round tinted icon; on by default. */
  destructive?: boolean
  icon?: IconLike
  /** Gets the focus on close; by default the previously focused element. */
  returnTo?: (() => HTMLElement | undefined) | undefined
  /** Must be typed to enable the button, for actions that cannot be undone. */
  typedConfirmation?: string
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const open = !useIsClosing() && props.open
  const [mounted, setMounted] = useState(false)
  if (open && !mounted) setMounted(true)
  if (!mounted) return null
  return (
    <Suspense>
      <ConfirmDialogPopup {...props} open={open} onClosed={() => setMounted(false)} />
    </Suspense>
  )
}
