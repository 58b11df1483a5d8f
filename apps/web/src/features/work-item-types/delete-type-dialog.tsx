import type { WorkItemType } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { typeIcon } from '#entities/work-item-type/type-icon.tsx'
import { Select } from '#ui/controls/select.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useRemoveType } from './change-hooks.ts'

interface DeleteTypeDialogProps {
  slug: string
  type: WorkItemType
  types: readonly WorkItemType[]
  onClose: () => void
}

/** Its work items become another type. */
export default function DeleteTypeDialog({ slug, type, types, onClose }: DeleteTypeDialogProps) {
  const { t } = useTranslation()
  const others = types.filter((one) => !one.is_epic && one.is_active && one.id !== type.id)
  const first = others.find(({ is_default }) => is_default) ?? others[0]
  const [replacement, setReplacement] = useState(first?.id)
  const remove = useRemoveType(slug, replacement)

  function handleConfirm() {
    onClose()
    remove.mutate(type.id)
  }

  return (
    <ConfirmDialog
      open
      title={t('types.delete_question', { name: type.name })}
      confirmLabel={t('types.delete')}
      onClose={onClose}
      onConfirm={handleConfirm}
    >
      {t(first ? 'types.delete_text' : 'types.delete_last_text')}
      {replacement && (
        <div className="mt-4">
          <Select
            label={t('types.replacement')}
            options={others.map((one) => ({ value: one.id, label: one.name, icon: typeIcon(one) }))}
            value={replacement}
            onChange={setReplacement}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}
