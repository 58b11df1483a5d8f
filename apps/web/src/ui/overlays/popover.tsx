import { type ReactNode, Suspense } from 'react'
import { lazy } from '../platform/lazy.ts'
import { type PopupPosition, usePopupAt } from './popup-at.ts'
import { PopupTrigger, type TriggerElement } from './popup-trigger.tsx'
import { usePopup } from './use-popup.ts'

const PopoverPopup = lazy(() => import('./popover-popup.tsx'))

export interface PopoverProps {
  trigger: TriggerElement
  /** Its name for screen readers. */
  label: string
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** In pixels; by default as wide as its content. */
  width?: number
  /** Without the padding of 12 px. */
  bare?: boolean
  /** On small screens at the lower edge, as wide as the screen. */
  sheet?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode | ((close: () => void) => ReactNode)
}

export function Popover({ trigger, open, onOpenChange, children, ...look }: PopoverProps) {
  const popup = usePopup({ open, onOpenChange, kind: 'dialog' })
  return (
    <PopupTrigger popup={popup} trigger={trigger}>
      {popup.mounted && (
        <Suspense>
          <PopoverPopup {...look} popup={popup}>
            {typeof children === 'function' ? children(() => popup.setOpen(false)) : children}
          </PopoverPopup>
        </Suspense>
      )}
    </PopupTrigger>
  )
}

type Untriggered = Omit<PopoverProps, 'trigger' | 'open' | 'onOpenChange'>

/** The same for an external button, such as those of a list's rows. */
export function PopoverAt({ place, children, ...look }: Untriggered & { place: PopupPosition }) {
  const popup = usePopupAt(place, 'dialog')
  if (!popup.mounted) return null
  return (
    <Suspense>
      <PopoverPopup {...look} popup={popup} returnTo={place.returnTo}>
        {typeof children === 'function' ? children(() => popup.setOpen(false)) : children}
      </PopoverPopup>
    </Suspense>
  )
}
