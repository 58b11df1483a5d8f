import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { type ItemAction, type NamedItem, useItemAction } from './item-action.ts'

const icons = { remove: Trash2, archive: Archive, restore: ArchiveRestore }

interface ItemDialogsProps extends NamedItem {
  slug: string
  /** What it is about, also while it fades out. */
  action: ItemAction
  open: boolean
  onClose: () => void
  onDone?: (action: ItemAction) => void
}

/** Before an item is deleted, archived or brought back. */
export default function ItemDialogs(props: ItemDialogsProps) {
  const { slug, name, item, action, open, onClose, onDone } = props
  const { t } = useTranslation()
  const act = useItemAction(slug, action, onDone)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => {
        act({ name, item })
        onClose()
      }}
      destructive={action === 'remove'}
      icon={icons[action]}
      title={t(`item_dialogs.${action}.title`, { id: name })}
      confirmLabel={t(`item_dialogs.${action}.confirm`)}
    >
      {t(`item_dialogs.${action}.text`, { name: item.name })}
    </ConfirmDialog>
  )
}
