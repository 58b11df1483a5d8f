import type { Label } from '@cairn/contract'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useRemoveLabel } from '#entities/label/change-hooks.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'

interface DeleteLabelDialogProps {
  slug: string
  label: Label
  /** Those under it go along. */
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
  const remove = useRemoveLabel(slug, label.project_id)

  function handleConfirm() {
    remove.mutate(label.id, {
      onSettled: onClose,
      onError: (error) =>
        toast({
          kind: 'error',
          title: t('labels.not_deleted', { name: label.name }),
          text: (error instanceof ApiError && error.sentence) || t('errors.something_wrong'),
        }),
    })
  }

  return (
    <ConfirmDialog
      open
      title={t('labels.delete_question', { name: label.name })}
      confirmLabel={t('labels.delete')}
      busyLabel={t('labels.deleting')}
      busy={remove.isPending}
      onClose={() => !remove.isPending && onClose()}
      onConfirm={handleConfirm}
    >
      {t(isGroup ? 'labels.delete_group_text' : 'labels.delete_text')}
    </ConfirmDialog>
  )
}
