import type { Cycle } from '@cairn/contract'
import { Archive } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { type ProjectRef, useArchiveCycle, useUndeleteCycle } from '#entities/cycle/hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'

interface ArchiveCycleDialogProps {
  place: ProjectRef
  cycle: Cycle
  onClose: () => void
  onGone?: () => void
}

export default function ArchiveCycleDialog(props: ArchiveCycleDialogProps) {
  const { place, cycle, onClose, onGone } = props
  const { t } = useTranslation()
  const archive = useArchiveCycle(place)
  const undelete = useUndeleteCycle(place, 'archive')

  const close = useClose(onClose)

  function handleConfirm() {
    close()
    onGone?.()
    archive.mutate(
      { id: cycle.id, patch: { archived_at: new Date().toISOString() } },
      {
        onSuccess: () =>
          toast({
            kind: 'success',
            title: t('cycles.archived', { name: cycle.name }),
            text: t('cycles.archived_text'),
            action: { label: t('common.undo'), onSelect: () => undelete.mutate(cycle) },
          }),
      },
    )
  }

  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={handleConfirm}
      title={t('cycles.archive_title', { name: cycle.name })}
      confirmLabel={t('cycles.archive')}
      destructive={false}
      icon={Archive}
    >
      {t('cycles.archive_text')}
    </ConfirmDialog>
  )
}
