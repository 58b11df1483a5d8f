import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { endTypedAhead, useTypedAhead } from '../controls/before-focus.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { useStay } from '../platform/presence.tsx'
import { classNames } from '../theme/class-names.ts'
import type { DialogProps } from './dialog.tsx'
import { goesToToast } from './goes-to-toast.ts'

const widths = {
  sm: 'w-(--size-dialog-sm)',
  md: 'w-(--size-dialog-md)',
  lg: 'w-(--size-dialog-lg)',
}

function Frame({ onSubmit, children }: { onSubmit?: () => void; children: ReactNode }) {
  const look = 'flex min-h-0 grow flex-col'
  if (!onSubmit) return <div className={look}>{children}</div>
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    // A form in a popup of this dialog is a child in React, but not in the DOM.
    event.stopPropagation()
    onSubmit?.()
  }
  return (
    <form className={look} onSubmit={handleSubmit} noValidate>
      {children}
    </form>
  )
}

export default function DialogPopup({
  open,
  onClose,
  onClosed,
  title,
  hideTitle = false,
  description,
  size = 'md',
  footer,
  onSubmit,
  initialFocus,
  dismissible = true,
  escapable = true,
  children,
}: DialogProps & { onClosed: () => void }) {
  useStay('visible')
  const { t } = useTranslation()
  const popup = useRef<HTMLDivElement>(null)
  useTypedAhead(open && Boolean(onSubmit || initialFocus))
  // Focuses the first field, or else the submit button, but not the close button before them.
  const firstField = () =>
    popup.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea') ??
    popup.current?.querySelector<HTMLElement>('button[type=submit], [data-ends]') ??
    true
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (goesToToast(details)) return details.cancel()
        if (!next && (escapable || details.reason !== 'escape-key')) onClose()
      }}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed()}
      disablePointerDismissal={!dismissible}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-(--z-dialog) bg-scrim transition-opacity duration-(--time-base) data-starting-style:opacity-0 data-ending-style:opacity-0 data-ending-style:duration-(--time-fast)" />
        <Dialog.Viewport className="fixed inset-0 z-(--z-dialog) flex flex-col items-center overflow-y-auto px-4 pt-[12vh] pb-8 max-md:scroll-pb-20 max-md:pt-4 max-md:pb-0">
          <Dialog.Popup
            ref={popup}
            initialFocus={initialFocus ?? firstField}
            onFocus={endTypedAhead}
            className={classNames(
              // A margin below, not padding of the scroll container: that would lift the buttons
              // off the edge.
              'focus-none flex max-w-full flex-col rounded-xl border border-line bg-raised shadow-lift-3 max-md:mb-4',
              'transition-[opacity,scale] duration-(--time-base) ease-enter data-starting-style:scale-98 data-starting-style:opacity-0',
              'data-ending-style:scale-98 data-ending-style:opacity-0 data-ending-style:duration-(--time-fast) data-ending-style:ease-exit',
              widths[size],
            )}
          >
            {/* Prevents a second submit while the dialog fades out. */}
            <Frame onSubmit={onSubmit && (() => open && onSubmit())}>
              <div
                className={hideTitle ? 'sr-only' : 'flex items-start gap-3 px-6 pt-5 max-md:px-4'}
              >
                <div className="min-w-0 grow">
                  <Dialog.Title className="text-title font-semibold">{title}</Dialog.Title>
                  {description && (
                    <Dialog.Description className="mt-1 text-ink-2">
                      {description}
                    </Dialog.Description>
                  )}
                </div>
                {!hideTitle && (
                  <IconButton
                    className="-mt-0.5 -mr-2"
                    icon={X}
                    label={t('ui.close')}
                    onClick={onClose}
                  />
                )}
              </div>
              <div className="grow px-6 pt-4 max-md:px-4">{children}</div>
              {/* The buttons stay reachable above the keyboard of a phone. */}
              <div
                className={classNames(
                  'flex flex-wrap items-center justify-end gap-2 px-6 pt-6 pb-6 empty:pt-0 max-md:px-4 max-md:pb-4',
                  Boolean(footer) &&
                    'max-md:sticky max-md:bottom-0 max-md:z-1 max-md:mt-4 max-md:rounded-b-xl max-md:border-t max-md:border-line-subtle max-md:bg-raised max-md:pt-3 max-md:pb-3',
                )}
              >
                {footer}
              </div>
            </Frame>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
