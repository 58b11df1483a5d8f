import type { Workspace } from '@cairn/contract'
import { DoorOpen } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useLeaveWorkspace } from '#entities/workspace/change-hooks.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'

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
        notifyFailure(t('members.not_left', { name }), error)
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
