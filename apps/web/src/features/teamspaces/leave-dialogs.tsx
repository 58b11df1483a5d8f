import type { Teamspace } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useLeaveTeamspace, useRemoveTeamspace } from '#entities/teamspace/hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'

interface LeaveDialogProps {
  slug: string
  teamspace: Teamspace
  action: 'leave' | 'delete'
  onClose: () => void
  onGone?: () => void
}

/** Confirms leaving or deleting a teamspace. */
export default function LeaveDialog({
  slug,
  teamspace,
  action,
  onClose,
  onGone,
}: LeaveDialogProps) {
  const { t } = useTranslation()
  const remove = useRemoveTeamspace(slug)
  const leave = useLeaveTeamspace(slug)

  const close = useClose(onClose)

  const { name } = teamspace
  const say = () => void toast({ kind: 'success', title: t(`teamspaces.${action}_done`, { name }) })

  async function handleConfirm() {
    if (action === 'delete') {
      close()
      onGone?.()
      return remove.mutate(teamspace.id, { onSuccess: say })
    }
    try {
      await leave.mutateAsync(teamspace.id)
      close()
      onGone?.()
      say()
    } catch (error) {
      notifyFailure(t('teamspaces.leave_failed'), error)
    }
  }

  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void handleConfirm()}
      title={t(`teamspaces.${action}_title`, { name })}
      confirmLabel={t(`teamspaces.${action}`)}
      busyLabel={t('teamspaces.leave_busy')}
      busy={leave.isPending}
    >
      {t(`teamspaces.${action}_text`)}
    </ConfirmDialog>
  )
}
