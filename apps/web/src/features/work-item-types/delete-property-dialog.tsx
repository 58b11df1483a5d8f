import type { WorkItemProperty } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useRemoveProperty } from './property-hooks.ts'

interface DeletePropertyDialogProps {
  slug: string
  property: WorkItemProperty
  onClose: () => void
}

/** Its values go with it; switched off, it would keep them. */
export function DeletePropertyDialog(props: DeletePropertyDialogProps) {
  const { slug, property, onClose } = props
  const { t } = useTranslation()
  const remove = useRemoveProperty({ slug, type_id: property.type_id })

  function handleConfirm() {
    onClose()
    remove.mutate(property.id)
  }

  return (
    <ConfirmDialog
      open
      title={t('properties.delete_question', { name: property.name })}
      confirmLabel={t('properties.delete')}
      onClose={onClose}
      onConfirm={handleConfirm}
    >
      {t(property.is_active ? 'properties.delete_text' : 'properties.delete_off_text')}
    </ConfirmDialog>
  )
}
