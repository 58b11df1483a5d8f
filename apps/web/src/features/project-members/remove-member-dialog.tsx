import type { Project } from '@cairn/contract'
import { UserMinus } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { fullNameOf } from '#entities/member/full-name.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { type MemberOfProject, useRemoveProjectMember } from './hooks.ts'

interface RemoveMemberDialogProps {
  slug: string
  project: Project
  member: MemberOfProject
  onClose: () => void
}

export default function RemoveMemberDialog({
  slug,
  project,
  member: { row, person },
  onClose,
}: RemoveMemberDialogProps) {
  const { t } = useTranslation()
  const remove = useRemoveProjectMember(slug, project.id)
  const name = fullNameOf(person.member)

  function handleConfirm() {
    remove.mutate(row, {
      onSettled: onClose,
      onError: (error) => notifyFailure(t('project_settings.members.not_removed', { name }), error),
    })
  }

  return (
    <ConfirmDialog
      open
      icon={UserMinus}
      title={t('project_settings.members.remove_question', { name })}
      confirmLabel={t('project_settings.members.remove')}
      busyLabel={t('project_settings.members.removing')}
      busy={remove.isPending}
      onClose={() => !remove.isPending && onClose()}
      onConfirm={handleConfirm}
    >
      {t('project_settings.members.remove_text', { name, project: project.name })}
    </ConfirmDialog>
  )
}
