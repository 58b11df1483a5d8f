import { useTranslation } from '#data/i18n.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useBlocker } from '#ui/router/use-blocker.ts'

/** Asks before a page with unsaved changes is left, in the app or with the browser. */
export function UnsavedChanges({ when }: { when: boolean }) {
  const { t } = useTranslation()
  const blocked = useBlocker({ when, withinPage: true })
  return (
    <ConfirmDialog
      open={blocked !== undefined}
      onClose={() => blocked?.stay()}
      onConfirm={() => blocked?.leave()}
      title={t('god_mode.unsaved.title')}
      confirmLabel={t('god_mode.unsaved.leave')}
      cancelLabel={t('god_mode.unsaved.stay')}
      destructive={false}
    >
      {t('god_mode.unsaved.text')}
    </ConfirmDialog>
  )
}
