import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from '#data/i18n.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'

/** Asks before a page with unsaved changes is left, in the app or with the browser. */
export function UnsavedChanges({ when }: { when: boolean }) {
  const { t } = useTranslation()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => when,
    enableBeforeUnload: () => when,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
      title={t('god_mode.unsaved.title')}
      confirmLabel={t('god_mode.unsaved.leave')}
      cancelLabel={t('god_mode.unsaved.stay')}
      destructive={false}
    >
      {t('god_mode.unsaved.text')}
    </ConfirmDialog>
  )
}
