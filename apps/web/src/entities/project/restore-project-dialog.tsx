import type { Project } from '@cairn/contract'
import { ArchiveRestore } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useRestoreProject } from './change-hooks.ts'

interface RestoreProjectDialogProps {
  slug: string
  project: Project
  onClose: () => void
}

export default function RestoreProjectDialog({
  slug,
  project,
  onClose,
}: RestoreProjectDialogProps) {
  const { t } = useTranslation()
  const { id, name } = project
  const restore = useRestoreProject(slug, id)

  function handleConfirm() {
    restore.mutate(undefined, {
      onSuccess: () => {
        onClose()
        toast({ kind: 'success', title: t('projects.restored', { name }) })
      },
      onError: (error) => notifyFailure(t('projects.not_restored', { name }), error),
    })
  }

  return (
    <ConfirmDialog
      open
      destructive={false}
      icon={ArchiveRestore}
      title={t('projects.restore_question', { name })}
      confirmLabel={t('projects.restore')}
      busyLabel={t('projects.restoring')}
      busy={restore.isPending}
      onClose={() => !restore.isPending && onClose()}
      onConfirm={handleConfirm}
    >
      {t('projects.restore_text')}
    </ConfirmDialog>
  )
}
