import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#data/api.ts'
import { tellFailure } from '#data/tell-failure.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { useRemoveItem } from './hooks.ts'

interface DeleteItemDialogProps {
  place: { slug: string; project_id: string; id: string }
  /** "TRAIL-412" */
  itemKey: string
  name: string
  /** Said of a sub-item. */
  sub?: boolean
  onDeleted?: () => void
  onClose: () => void
}

export default function DeleteItemDialog(props: DeleteItemDialogProps) {
  const { place, itemKey, name, sub = false, onDeleted, onClose } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const remove = useRemoveItem(place)

  function close() {
    setOpen(false)
    setTimeout(onClose, 200)
  }

  async function handleConfirm() {
    try {
      await remove.mutateAsync()
      close()
      toast({ kind: 'success', title: t(sub ? 'item.sub_deleted' : 'item.deleted') })
      onDeleted?.()
    } catch (error) {
      const forbidden = error instanceof ApiError && error.status === 403
      if (forbidden) toast({ kind: 'error', title: t('item.not_permitted') })
      else tellFailure(t('item.not_deleted'), error)
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={() => void handleConfirm()}
      title={t('item.delete_title', { key: itemKey })}
      confirmLabel={t('item.delete')}
      busyLabel={t('item.deleting')}
      busy={remove.isPending}
    >
      {t('item.delete_text', { name })}
    </ConfirmDialog>
  )
}
