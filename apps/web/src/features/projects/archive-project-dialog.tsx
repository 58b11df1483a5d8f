import type { Project } from '@cairn/contract'
import { Archive } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useArchiveProject } from '#entities/project/change-hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { navigate } from '#ui/router/router.ts'

interface ArchiveProjectDialogProps {
  slug: string
  project: Project
  onClose: () => void
}

export default function ArchiveProjectDialog({
  slug,
  project,
  onClose,
}: ArchiveProjectDialogProps) {
  const { t } = useTranslation()
  const { id, name } = project
  const archive = useArchiveProject(slug, id)

  async function handleConfirm() {
    try {
      await archive.mutateAsync()
      await navigate({ to: '/$slug/projects/', params: { slug } })
      toast({ kind: 'success', title: t('projects.archived', { name }) })
    } catch (error) {
      notifyFailure(t('projects.not_archived', { name }), error)
    }
  }

  return (
    <ConfirmDialog
      open
      destructive={false}
      icon={Archive}
      title={t('projects.archive_question', { name })}
      confirmLabel={t('projects.archive')}
      busyLabel={t('projects.archiving')}
      busy={archive.isPending}
      onClose={() => !archive.isPending && onClose()}
      onConfirm={() => void handleConfirm()}
    >
      {t('projects.archive_text')}
    </ConfirmDialog>
  )
}
