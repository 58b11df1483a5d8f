import type { Workspace } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useRemoveWorkspace } from '#entities/workspace/change-hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import { TypedConfirmDialog } from '#ui/overlays/typed-confirm-dialog.tsx'

interface DeleteWorkspaceDialogProps {
  workspace: Workspace
  onClose: () => void
}

export default function DeleteWorkspaceDialog({ workspace, onClose }: DeleteWorkspaceDialogProps) {
  const { t } = useTranslation()
  const remove = useRemoveWorkspace(workspace)
  const { name } = workspace

  async function handleConfirm() {
    try {
      await remove.mutateAsync()
      toast({ kind: 'success', title: t('workspaces.deleted', { name }) })
    } catch (error) {
      notifyFailure(t('workspaces.not_deleted', { name }), error)
    }
  }

  return (
    <TypedConfirmDialog
      title={t('workspaces.delete_question')}
      typed={[{ text: name }, { text: t('workspaces.delete_phrase') }]}
      confirmLabel={t('workspaces.confirm_delete')}
      busyLabel={t('workspaces.deleting')}
      busy={remove.isPending}
      onConfirm={() => void handleConfirm()}
      onClose={onClose}
    >
      {t('workspaces.delete_text', { name })}
    </TypedConfirmDialog>
  )
}
