import type { Project } from '@cairn/contract'
import { UserPlus } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { navigate } from '#ui/router/router.ts'
import { useJoinProject } from './change-hooks.ts'

interface JoinProjectDialogProps {
  slug: string
  project: Project
  onClose: () => void
}

export default function JoinProjectDialog({ slug, project, onClose }: JoinProjectDialogProps) {
  const { t } = useTranslation()
  const join = useJoinProject(slug)
  const { id, name } = project

  function handleConfirm() {
    join.mutate(id, {
      onSuccess: () => {
        onClose()
        void navigate({ to: '/$slug/projects/$projectId/issues/', params: { slug, projectId: id } })
      },
      onError: (error) => notifyFailure(t('projects.not_joined_yet', { name }), error),
    })
  }

  return (
    <ConfirmDialog
      open
      destructive={false}
      icon={UserPlus}
      title={t('projects.join_question')}
      confirmLabel={t('projects.join_project')}
      busyLabel={t('projects.joining')}
      busy={join.isPending}
      onClose={() => !join.isPending && onClose()}
      onConfirm={handleConfirm}
    >
      {t('projects.join_text', { name })}
    </ConfirmDialog>
  )
}
