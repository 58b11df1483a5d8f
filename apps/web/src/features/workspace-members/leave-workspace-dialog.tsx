import type { Workspace } from '@cairn/contract'
import { DoorOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#data/api.ts'
import { useLeaveWorkspace } from '#features/workspaces/hooks.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'

interface LeaveWorkspaceDialogProps {
  workspace: Workspace
  onClose: () => void
}

export default function LeaveWorkspaceDialog({ workspace, onClose }: LeaveWorkspaceDialogProps) {
  const { t } = useTranslation()
  const leave = useLeaveWorkspace(workspace)
  const { name } = workspace

  function handleConfirm() {
    leave.mutate(undefined, {
      onError: (error) => {
        onClose()
        toast({
          kind: 'error',
          title: t('members.not_left', { name }),
          text: error instanceof ApiError ? error.sentence : undefined,
          duration: 10_000,
        })
      },
    })
  }

  return (
    <ConfirmDialog
      open
      icon={DoorOpen}
      title={t('members.leave_question')}
      confirmLabel={t('members.leave')}
      busyLabel={t('members.leaving')}
      busy={leave.isPending}
      onClose={() => !leave.isPending && onClose()}
      onConfirm={handleConfirm}
    >
      {t('members.leave_text', { name })}
    </ConfirmDialog>
  )
}
