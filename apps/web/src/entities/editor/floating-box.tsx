import { Popover } from '@base-ui/react/popover'
import type { ReactNode, Ref } from 'react'
import { popupLook, positionerLook } from '#ui/overlays/popup-look.ts'
import { classNames } from '#ui/theme/class-names.ts'

interface FloatingBoxProps {
  /** Asked again whenever something moves. */
  anchor: () => DOMRect | null
  side?: 'top' | 'bottom'
  /** A click outside, or Escape: then the focus returns to the text. */
  onClose: (byKey: boolean) => void
  className?: string
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

const nowhere = new DOMRect()

/** A box at a place in the text; the text keeps the focus. */
export function FloatingBox({
  anchor,
  side = 'bottom',
  onClose,
  className,
  ref,
  children,
}: FloatingBoxProps) {
  return (
    <Popover.Root
      open
      onOpenChange={(open, { reason }) => !open && onClose(reason === 'escape-key')}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={{ getBoundingClientRect: () => anchor() ?? nowhere }}
          side={side}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className={positionerLook}
        >
          <Popover.Popup
            ref={ref}
            role="presentation"
            initialFocus={false}
            finalFocus={false}
            className={classNames(popupLook, 'max-w-(--available-width)', className)}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
