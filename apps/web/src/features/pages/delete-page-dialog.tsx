import type { ProjectPage } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { useRemovePage } from './hooks.ts'
import { pageName } from './page-address.ts'
import type { PageScope } from './page-list.ts'

interface DeletePageDialogProps {
  scope: PageScope
  page: ProjectPage
  onClose: () => void
  onRemoved?: () => void
}

export default function DeletePageDialog(props: DeletePageDialogProps) {
  const { scope, page, onClose, onRemoved } = props
  const { t } = useTranslation()
  const remove = useRemovePage(scope)

  const close = useClose(onClose)

  function handleConfirm() {
    close()
    onRemoved?.()
    remove.mutate(page.id, {
      onSuccess: () =>
        void toast({ kind: 'success', title: t('pages.deleted', { name: pageName(page) }) }),
    })
  }

  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={handleConfirm}
      title={t('pages.delete_title')}
      confirmLabel={t('pages.delete')}
    >
      {t('pages.delete_text', { name: pageName(page) })}
    </ConfirmDialog>
  )
}
