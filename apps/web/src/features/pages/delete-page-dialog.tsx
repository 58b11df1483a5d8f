import type { ProjectPage } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
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

  function handleConfirm() {
    close()
    onRemoved?.()
    remove.mutate(page.id, {
      onSuccess: () =>
        void toast({ kind: 'success', title: t('pages.deleted', { name: pageName(page) }) }),
    })
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={handleConfirm}
      title={t('pages.delete_title')}
      confirmLabel={t('pages.delete')}
    >
      {t('pages.delete_text', { name: pageName(page) })}
    </ConfirmDialog>
  )
}
