import { useTranslation } from '#data/i18n.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useBlocker } from '#ui/router/use-blocker.ts'

/** Asks before the user leaves a page with unfinished uploads, which would be lost. */
export function UnfinishedUploads({ when }: { when: boolean }) {
  const { t } = useTranslation()
  // The panes beside the page are part of the URL, too.
  const blocked = useBlocker({ when, withinPage: false })
  return (
    <ConfirmDialog
      open={blocked !== undefined}
      onClose={() => blocked?.stay()}
      onConfirm={() => blocked?.leave()}
      title={t('pages.uploading_title')}
      confirmLabel={t('pages.leave')}
      cancelLabel={t('pages.stay')}
      destructive={false}
    >
      {t('pages.uploading_text')}
    </ConfirmDialog>
  )
}
