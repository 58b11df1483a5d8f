import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from '#data/i18n.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'

/** Asks before the user leaves a page with unfinished uploads, which would be lost. */
export function UnfinishedUploads({ when }: { when: boolean }) {
  const { t } = useTranslation()
  const { status, proceed, reset } = useBlocker({
    // The panes beside the page are part of the URL, too.
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
      title={t('pages.uploading_title')}
      confirmLabel={t('pages.leave')}
      cancelLabel={t('pages.stay')}
      destructive={false}
    >
      {t('pages.uploading_text')}
    </ConfirmDialog>
  )
}
