import { useRef } from 'react'
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

/** Asks before typed text is discarded. */
export function SaveDraftDialog({ open, busy, onCancel, onDiscard, onSave }: SaveDraftDialogProps) {
  const { t } = useTranslation()
  const save = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      size="sm"
      title={t('item_form.save_draft.title')}
      description={t('item_form.save_draft.text')}
      onSubmit={onSave}
      initialFocus={save}
      footer={
        <>
          <Button className="mr-auto" onClick={onDiscard}>
            {t('item_form.discard')}
          </Button>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button ref={save} type="submit" variant="primary" busy={busy}>
            {t('item_form.save.draft')}
          </Button>
        </>
      }
    />
  )
}
