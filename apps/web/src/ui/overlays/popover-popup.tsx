import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { classNames } from '../theme/class-names.ts'
import { popupLook, positionerLook } from './popup-look.ts'
import type { Popup } from './use-popup.ts'

interface PopoverPopupProps {
  popup: Popup
  /** Gets the focus afterwards; the trigger without. */
  returnTo?: HTMLElement
  label: string
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  width?: number
  bare?: boolean
  children: ReactNode
}

export default function PopoverPopup({
  popup,
  returnTo,
  label,
  align = 'start',
  side = 'bottom',
  width,
  bare = false,
  children,
}: PopoverPopupProps) {
  return (
    <Popover.Root
      open={popup.open}
      onOpenChange={popup.handleOpenChange}
      onOpenChangeComplete={popup.handleOpenChangeComplete}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={popup.trigger}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={positionerLook}
        >
          <Popover.Popup
            id={popup.id}
            aria-label={label}
            finalFocus={returnTo ? () => returnTo : popup.trigger}
            style={{ width }}
            className={classNames(
              popupLook,
              'max-h-(--available-height) max-w-(--available-width) overflow-y-auto',
              !bare && 'p-3',
            )}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
