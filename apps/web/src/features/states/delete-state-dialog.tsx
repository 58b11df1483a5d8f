import type { State } from '@cairn/contract'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { useRemoveState } from './change-hooks.ts'

interface DeleteStateDialogProps {
  slug: string
  state: State
  onClose: () => void
}

export default function DeleteStateDialog({ slug, state, onClose }: DeleteStateDialogProps) {
  const { t } = useTranslation()
  const remove = useRemoveState(slug, state.project_id)

  function handleConfirm() {
    remove.mutate(state.id, {
      onSettled: onClose,
      onError: (error) => {
        const refused = error instanceof ApiError && error.status === 400
        toast({
          kind: 'error',
          title: t('states.not_deleted', { name: state.name }),
          text: t(refused ? 'states.not_empty' : 'errors.something_wrong'),
          duration: 10_000,
        })
      },
    })
  }

  return (
    <ConfirmDialog
      open
      title={t('states.delete_question', { name: state.name })}
      confirmLabel={t('states.delete')}
      busyLabel={t('states.deleting')}
      busy={remove.isPending}
      onClose={() => !remove.isPending && onClose()}
      onConfirm={handleConfirm}
    >
      {t('states.delete_text')}
    </ConfirmDialog>
  )
}
