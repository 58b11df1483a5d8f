import type { WorkspaceMember } from '@cairn/contract'
import { UserMinus } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { fullNameOf } from '#entities/member/full-name.ts'
import { useRemoveMember } from '#entities/member/workspace-hooks.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'

interface RemoveMemberDialogProps {
  slug: string
  row: WorkspaceMember
  onClose: () => void
}

export default function RemoveMemberDialog({ slug, row, onClose }: RemoveMemberDialogProps) {
  const { t } = useTranslation()
  const remove = useRemoveMember(slug)
  const name = fullNameOf(row.member)

  function handleConfirm() {
    remove.mutate(row, {
      onSettled: onClose,
      onError: (error) => notifyFailure(t('members.not_removed', { name }), error),
    })
  }

  return (
    <ConfirmDialog
      open
      icon={UserMinus}
      title={t('members.remove_question', { name })}
      confirmLabel={t('members.remove')}
      busyLabel={t('members.removing')}
      busy={remove.isPending}
      onClose={() => !remove.isPending && onClose()}
      onConfirm={handleConfirm}
    >
      {t('members.remove_text', { name })}
    </ConfirmDialog>
  )
}
