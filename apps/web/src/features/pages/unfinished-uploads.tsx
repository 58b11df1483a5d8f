import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from '#data/i18n.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'

/** Asks before a page with pictures on their way is left: they would not arrive. */
export function UnfinishedUploads({ when }: { when: boolean }) {
  const { t } = useTranslation()
  const { status, proceed, reset } = useBlocker({
    // What stands beside the page is part of the address, too.
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
