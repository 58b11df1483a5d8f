import { type ReactNode, type RefObject, Suspense, useState } from 'react'
import { lazy } from '../platform/lazy.ts'
import { useIsClosing } from '../platform/presence.tsx'

const DialogPopup = lazy(() => import('./dialog-popup.tsx'))

export interface DialogProps {
  open: boolean
  onClose: () => void
  /** A question or a verb. */
  title: ReactNode
  /** For screen readers only, if the content shows its own heading. */
  hideTitle?: boolean
  description?: ReactNode
  /** 400, 560 or 720 wide. */
  size?: 'sm' | 'md' | 'lg'
  /** Cancel left of the primary button; right aligned. */
  footer?: ReactNode
  /** If given, the whole dialog is a form: Enter submits. */
  onSubmit?: () => void
  initialFocus?: RefObject<HTMLElement | null>
  /** False while there are unsaved changes: outside clicks are then ignored. */
  dismissible?: boolean
  /** False if closing must be deliberate: Escape is then ignored too. */
  escapable?: boolean
  children?: ReactNode
}

export function Dialog(props: DialogProps) {
  const open = !useIsClosing() && props.open
  // Loaded when first opened, kept until it has faded out.
  const [mounted, setMounted] = useState(false)
  if (open && !mounted) setMounted(true)
  if (!mounted) return null
  return (
    <Suspense>
      <DialogPopup {...props} open={open} onClosed={() => setMounted(false)} />
    </Suspense>
  )
}
