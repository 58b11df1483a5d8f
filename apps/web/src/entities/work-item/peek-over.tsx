import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { goesToToast } from '#ui/overlays/goes-to-toast.ts'
import { classNames } from '#ui/theme/class-names.ts'
import type { PeekMode } from './peek-modes.ts'

interface PeekOverProps {
  mode: Exclude<PeekMode, 'side'>
  name: string
  onClose: () => void
  popup: RefObject<HTMLElement | null>
  children: ReactNode
}

const looks = {
  modal: 'inset-[calc(100%/12)] rounded-xl',
  full: 'inset-4 rounded-xl',
}

/** Modal: nothing behind it can be reached. */
export function PeekOver({ mode, name, onClose, popup, children }: PeekOverProps) {
  return (
    <Dialog.Root
      open
      onOpenChange={(_, details) => {
        // The peek handles Esc itself while the user is typing.
        if (details.reason === 'escape-key' || goesToToast(details)) details.cancel()
        else onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-(--z-peek) bg-scrim" />
        <Dialog.Popup
          ref={popup as RefObject<HTMLDivElement | null>}
          data-peek
          aria-label={name}
          className={classNames(
            'focus-none fixed z-(--z-peek) flex flex-col overflow-hidden border border-line bg-surface shadow-lift-3',
            looks[mode],
          )}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
