import type { ProjectPage } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { useRemovePage } from './hooks.ts'
import { pageName } from './page-address.ts'
import type { PageScope } from './page-list.ts'

interface DeletePageDialogProps {
  scope: PageScope
  page: ProjectPage
  onClose: () => void
  onRemoved?: () => void
}

export default function DeletePageDialog(props: DeletePageDialogProps) {
  const { scope, page, onClose, onRemoved } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const remove = useRemovePage(scope)

  function close() {
    setOpen(false)
    // After the dialog has faded out.
    setTimeout(onClose, 200)
  }

  async function handleConfirm() {
    try {
      await remove.mutateAsync(page.id)
      close()
      onRemoved?.()
      toast({ kind: 'success', title: t('pages.deleted') })
    } catch {
      toast({ kind: 'error', title: t('pages.failed'), text: t('pages.not_deleted') })
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={() => void handleConfirm()}
      title={t('pages.delete_title')}
      confirmLabel={t('pages.delete')}
      busyLabel={t('pages.deleting')}
      busy={remove.isPending}
    >
      {t('pages.delete_text', { name: pageName(page) })}
    </ConfirmDialog>
  )
}
