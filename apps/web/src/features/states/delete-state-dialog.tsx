import type { State } from '@cairn/contract'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useRemoveState } from './change-hooks.ts'

interface DeleteStateDialogProps {
  slug: string
  state: State
  onClose: () => void
}

export default function DeleteStateDialog({ slug, state, onClose }: DeleteStateDialogProps) {
  const { t } = useTranslation()
  const { id, name, project_id } = state
  const remove = useRemoveState({ slug, project_id })

  function handleConfirm() {
    onClose()
    remove.mutate(id, {
      onFailure: (error) => {
        if (!(error instanceof ApiError) || error.status !== 400) return false
        const title = t('states.not_deleted', { name })
        toast({ kind: 'error', title, text: t('states.not_empty'), duration: 10_000 })
        return true
      },
    })
  }

  return (
    <ConfirmDialog
      open
      title={t('states.delete_question', { name })}
      confirmLabel={t('states.delete')}
      onClose={onClose}
      onConfirm={handleConfirm}
    >
      {t('states.delete_text')}
    </ConfirmDialog>
  )
}
