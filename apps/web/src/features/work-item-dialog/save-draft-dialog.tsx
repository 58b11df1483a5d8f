import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

interface SaveDraftDialogProps {
  open: boolean
  busy: boolean
  onCancel: () => void
  onDiscard: () => void
  onSave: () => void
}

/** Before what somebody wrote is thrown away. */
export function SaveDraftDialog({ open, busy, onCancel, onDiscard, onSave }: SaveDraftDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      size="sm"
      title={t('item_form.keep.title')}
      description={t('item_form.keep.text')}
      onSubmit={onSave}
      footer={
        <>
          <Button className="mr-auto" onClick={onDiscard}>
            {t('item_form.discard')}
          </Button>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('item_form.save.draft')}
          </Button>
        </>
      }
    />
  )
}
