import type { Cycle } from '@cairn/contract'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { tellFailure } from '#data/tell-failure.ts'
import { type Place, useArchiveCycle, useUndeleteCycle } from '#entities/cycle/hooks.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'

interface ArchiveCycleDialogProps {
  place: Place
  cycle: Cycle
  onClose: () => void
  onGone?: () => void
}

export default function ArchiveCycleDialog(props: ArchiveCycleDialogProps) {
  const { place, cycle, onClose, onGone } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const archive = useArchiveCycle(place)
  const undelete = useUndeleteCycle(place, 'archive')

  function close() {
    setOpen(false)
    // After the dialog has faded out.
    setTimeout(onClose, 200)
  }

  async function handleConfirm() {
    try {
      await archive.mutateAsync(cycle.id)
      close()
      onGone?.()
      toast({
        kind: 'success',
        title: t('cycles.archived'),
        text: t('cycles.archived_text'),
        action: { label: t('common.undo'), onSelect: () => undelete.mutate(cycle) },
      })
    } catch (error) {
      tellFailure(t('cycles.not_archived'), error)
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={() => void handleConfirm()}
      title={t('cycles.archive_title', { name: cycle.name })}
      confirmLabel={t('cycles.archive')}
      busyLabel={t('cycles.archiving')}
      busy={archive.isPending}
      destructive={false}
      icon={Archive}
    >
      {t('cycles.archive_text')}
    </ConfirmDialog>
  )
}
