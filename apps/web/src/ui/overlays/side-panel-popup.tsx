import { Dialog } from '@base-ui/react/dialog'
import type { MouseEvent } from 'react'
import { useStay } from '../platform/presence.tsx'
import { classNames } from '../theme/class-names.ts'
import { goesToToast } from './goes-to-toast.ts'
import type { SidePanelProps } from './side-panel.tsx'

const sides = {
  left: 'left-0 border-r data-starting-style:-translate-x-full data-ending-style:-translate-x-full',
  right: 'right-0 border-l data-starting-style:translate-x-full data-ending-style:translate-x-full',
}

export default function SidePanelPopup({
  open,
  onClose,
  onClosed,
  label,
  side = 'right',
  width = 560,
  header,
  navigates = false,
  children,
}: SidePanelProps & { onClosed: () => void }) {
  useStay('visible')
  // Enter on a link is a click, too.
  function handleClick({ target }: MouseEvent) {
    if (navigates && (target as HTMLElement).closest('a')) onClose()
  }

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (goesToToast(details)) return details.cancel()
        if (!next) onClose()
      }}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-(--z-drawer) bg-scrim transition-opacity duration-(--time-base) data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Dialog.Popup
          aria-label={label}
          style={{ width }}
          onClick={handleClick}
          className={classNames(
            'focus-none fixed inset-y-0 z-(--z-drawer) flex max-w-full flex-col border-line bg-surface shadow-lift-2',
            'transition-transform duration-(--time-base) ease-enter data-ending-style:ease-exit',
            sides[side],
          )}
        >
          {header && (
            <div className="flex h-11 shrink-0 items-center gap-0.5 border-b border-line-subtle pr-2.5 pl-3 max-md:h-13">
              {header}
            </div>
          )}
          <div className="min-h-0 grow overflow-y-auto">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
