import { Archive } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tellFailure } from '#data/tell-failure.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { useArchiveItem } from './hooks.ts'

interface ArchiveItemDialogProps {
  place: { slug: string; project_id: string; id: string }
  /** "TRAIL-412" */
  itemKey: string
  onArchived?: () => void
  onClose: () => void
}

export default function ArchiveItemDialog(props: ArchiveItemDialogProps) {
  const { place, itemKey, onArchived, onClose } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const archive = useArchiveItem(place)

  function close() {
    setOpen(false)
    setTimeout(onClose, 200)
  }

  async function handleConfirm() {
    try {
      await archive.mutateAsync()
      close()
      toast({ kind: 'success', title: t('item.archived'), text: t('item.archived_text') })
      onArchived?.()
    } catch (error) {
      tellFailure(t('item.not_archived'), error)
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={() => void handleConfirm()}
      title={t('item.archive_title', { key: itemKey })}
      confirmLabel={t('item.archive')}
      busyLabel={t('item.archiving')}
      busy={archive.isPending}
      destructive={false}
      icon={Archive}
    >
      {t('item.archive_text')}
    </ConfirmDialog>
  )
}
