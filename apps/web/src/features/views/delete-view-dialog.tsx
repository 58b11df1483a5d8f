import type { View } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useRemoveView } from '#entities/view/hooks.ts'
import type { ViewScope } from '#entities/view/view-list.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'

interface DeleteViewDialogProps {
  scope: ViewScope
  view: View
  onClose: () => void
  onRemoved?: () => void
}

export default function DeleteViewDialog(props: DeleteViewDialogProps) {
  const { scope, view, onClose, onRemoved } = props
  const { t } = useTranslation()
  const remove = useRemoveView(scope)

  const close = useClose(onClose)

  function handleConfirm() {
    close()
    onRemoved?.()
    remove.mutate(view.id, {
      onSuccess: () =>
        void toast({ kind: 'success', title: t('views.deleted', { name: view.name }) }),
    })
  }

  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={handleConfirm}
      title={t('views.delete_title', { name: view.name })}
      confirmLabel={t('views.delete')}
    >
      {t('views.delete_text')}
    </ConfirmDialog>
  )
}
