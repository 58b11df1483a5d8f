import type { Estimate } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useRemoveEstimate } from './change-hooks.ts'

interface DeleteEstimateDialogProps {
  slug: string
  estimate: Estimate
  onClose: () => void
}

export default function DeleteEstimateDialog(props: DeleteEstimateDialogProps) {
  const { slug, estimate, onClose } = props
  const { t } = useTranslation()
  const remove = useRemoveEstimate({ slug, project_id: estimate.project })

  function handleConfirm() {
    onClose()
    remove.mutate(estimate.id, {
      onSuccess: () =>
        void toast({ kind: 'success', title: t('estimates.deleted', { name: estimate.name }) }),
    })
  }

  return (
    <ConfirmDialog
      open
      title={t('estimates.delete_question', { name: estimate.name })}
      confirmLabel={t('estimates.delete')}
      onClose={onClose}
      onConfirm={handleConfirm}
    >
      {t('estimates.delete_text')}
    </ConfirmDialog>
  )
}
