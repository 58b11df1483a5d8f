import type { Project } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { toast } from '#ui/feedback/toast.ts'
import { TypedConfirmDialog } from '#ui/overlays/typed-confirm-dialog.tsx'
import { navigate } from '#ui/router/router.ts'
import { useLeaveProject } from './hooks.ts'

interface LeaveProjectDialogProps {
  slug: string
  project: Project
  onClose: () => void
}

export default function LeaveProjectDialog({ slug, project, onClose }: LeaveProjectDialogProps) {
  const { t } = useTranslation()
  const leave = useLeaveProject(slug, project.id)
  const { name } = project

  async function handleConfirm() {
    try {
      await leave.mutateAsync()
      onClose()
      await navigate({ to: '/$slug/projects/', params: { slug } })
      toast({ kind: 'success', title: t('project_settings.members.left', { name }) })
    } catch (error) {
      notifyFailure(t('project_settings.members.not_left'), error)
    }
  }

  return (
    <TypedConfirmDialog
      title={t('project_settings.members.leave_title')}
      typed={[
        { text: name, missing: t('project_settings.members.leave_name_missing') },
        {
          text: t('project_settings.members.leave_phrase'),
          missing: t('project_settings.members.leave_phrase_missing'),
        },
      ]}
      confirmLabel={t('project_settings.members.leave_title')}
      busyLabel={t('project_settings.members.leaving')}
      busy={leave.isPending}
      onConfirm={() => void handleConfirm()}
      onClose={onClose}
    >
      {t('project_settings.members.leave_text', { name })}
    </TypedConfirmDialog>
  )
}
