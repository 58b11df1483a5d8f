import { AlertDialog } from '@base-ui/react/alert-dialog'
import { CircleAlert, Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '../controls/button.tsx'
import { Input } from '../controls/input.tsx'
import { Icon } from '../icons/icon.tsx'
import { useStay } from '../platform/presence.tsx'
import { classNames } from '../theme/class-names.ts'
import type { ConfirmDialogProps } from './confirm-dialog.tsx'

export default function ConfirmDialogPopup({
  open,
  onClose,
  onClosed,
  onConfirm,
  title,
  children,
  confirmLabel,
  busyLabel,
  busy = false,
  cancelLabel,
  destructive = true,
  icon,
  returnTo,
  typedConfirmation,
}: ConfirmDialogProps & { onClosed: () => void }) {
  useStay('visible')
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const confirmButton = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const ready = !typedConfirmation || typed.trim() === typedConfirmation

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (ready && !busy) onConfirm()
  }

  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed()}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-(--z-dialog) bg-scrim transition-opacity duration-(--time-base) data-starting-style:opacity-0 data-ending-style:opacity-0 data-ending-style:duration-(--time-fast)" />
        <AlertDialog.Viewport className="fixed inset-0 z-(--z-dialog) grid grid-cols-1 place-items-center overflow-y-auto p-4">
          <AlertDialog.Popup
            initialFocus={typedConfirmation ? field : confirmButton}
            finalFocus={() => returnTo?.() ?? true}
            className="focus-none w-(--size-dialog-sm) max-w-full rounded-xl border border-line bg-raised p-5 shadow-lift-3 transition-[opacity,scale] duration-(--time-base) ease-enter data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:scale-98 data-ending-style:opacity-0 data-ending-style:duration-(--time-fast)"
          >
            <form onSubmit={handleSubmit}>
              <div className="flex items-start gap-3">
                <span
                  className={classNames(
                    'grid size-8 shrink-0 place-items-center rounded-full',
                    destructive
                      ? 'bg-danger-subtle text-danger hc:border hc:border-danger-line'
                      : 'bg-hover text-ink-2',
                  )}
                >
                  <Icon of={icon ?? (destructive ? Trash2 : CircleAlert)} />
                </span>
                <div className="min-w-0 grow wrap-anywhere">
                  <AlertDialog.Title className="text-body leading-5 font-semibold">
                    {title}
                  </AlertDialog.Title>
                  <AlertDialog.Description render={<div />} className="mt-1 text-ink-2">
                    {children}
                  </AlertDialog.Description>
                </div>
              </div>
              {typedConfirmation && (
                <div className="mt-4">
                  <Input
                    ref={field}
                    size="lg"
                    autoComplete="off"
                    label={t('ui.type_to_confirm', { text: typedConfirmation })}
                    value={typed}
                    onChange={(event) => setTyped(event.target.value)}
                  />
                </div>
              )}
              <div className="mt-5 flex justify-end gap-2">
                <Button onClick={onClose}>{cancelLabel ?? t('ui.cancel')}</Button>
                <Button
                  ref={confirmButton}
                  type="submit"
                  variant={destructive ? 'danger' : 'primary'}
                  busy={busy}
                  disabled={!ready}
                >
                  {busy && busyLabel ? busyLabel : confirmLabel}
                </Button>
              </div>
            </form>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
