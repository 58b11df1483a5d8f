import type { Cycle } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { type ProjectRef, useRemoveCycle, useUndeleteCycle } from '#entities/cycle/hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'

interface DeleteCycleDialogProps {
  place: ProjectRef
  cycle: Cycle
  onClose: () => void
  onGone?: () => void
}

export default function DeleteCycleDialog(props: DeleteCycleDialogProps) {
  const { place, cycle, onClose, onGone } = props
  const { t } = useTranslation()
  const remove = useRemoveCycle(place)
  const undelete = useUndeleteCycle(place, 'deletion')

  const close = useClose(onClose)

  function handleConfirm() {
    close()
    onGone?.()
    remove.mutate(cycle.id, {
      onSuccess: () =>
        toast({
          kind: 'success',
          title: t('cycles.deleted', { name: cycle.name }),
          action: { label: t('common.undo'), onSelect: () => undelete.mutate(cycle) },
        }),
    })
  }

  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={handleConfirm}
      title={t('cycles.delete_title', { name: cycle.name })}
      confirmLabel={t('cycles.delete')}
    >
      {t('cycles.delete_text')}
    </ConfirmDialog>
  )
}
