import type { Project } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { toast } from '#ui/feedback/toast.ts'
import { TypedConfirmDialog } from '#ui/overlays/typed-confirm-dialog.tsx'
import { navigate } from '#ui/router/router.ts'
import { useRemoveProject } from './change-hooks.ts'

interface DeleteProjectDialogProps {
  slug: string
  project: Project
  onClose: () => void
  /** Set on the project's own screens: leaves them. */
  leaves?: boolean
}

export default function DeleteProjectDialog({
  slug,
  project: { id, name },
  onClose,
  leaves = false,
}: DeleteProjectDialogProps) {
  const { t } = useTranslation()
  const remove = useRemoveProject(slug, id)

  async function handleConfirm() {
    try {
      await remove.mutateAsync()
      onClose()
      if (leaves) await navigate({ to: '/$slug/projects/', params: { slug } })
      toast({ kind: 'success', title: t('projects.deleted', { name }) })
    } catch (error) {
      notifyFailure(t('projects.not_deleted', { name }), error)
    }
  }

  return (
    <TypedConfirmDialog
      title={t('projects.delete')}
      typed={[{ text: name }, { text: t('projects.delete_phrase') }]}
      confirmLabel={t('projects.delete')}
      busyLabel={t('projects.deleting')}
      busy={remove.isPending}
      onConfirm={() => void handleConfirm()}
      onClose={onClose}
    >
      {t('projects.delete_text', { name })}
    </TypedConfirmDialog>
  )
}
