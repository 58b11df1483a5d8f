import type { Label } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useRemoveLabel } from '#entities/label/change-hooks.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'

interface DeleteLabelDialogProps {
  slug: string
  label: Label
  /** Its labels are deleted, too. */
  isGroup?: boolean
  onClose: () => void
}

export default function DeleteLabelDialog({
  slug,
  label,
  isGroup = false,
  onClose,
}: DeleteLabelDialogProps) {
  const { t } = useTranslation()
  const { id, project_id } = label
  const remove = useRemoveLabel({ slug, project_id })

  function handleConfirm() {
    onClose()
    remove.mutate(id)
  }

  return (
    <ConfirmDialog
      open
      title={t('labels.delete_question', { name: label.name })}
      confirmLabel={t('labels.delete')}
      onClose={onClose}
      onConfirm={handleConfirm}
    >
      {t(isGroup ? 'labels.delete_group_text' : 'labels.delete_text')}
    </ConfirmDialog>
  )
}
