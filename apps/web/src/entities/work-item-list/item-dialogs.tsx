import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { type ItemDeed, type NamedItem, useItemDeed } from './item-deed.ts'

const icons = { remove: Trash2, archive: Archive, restore: ArchiveRestore }

interface ItemDialogsProps extends NamedItem {
  slug: string
  /** What it is about, also while it fades out. */
  deed: ItemDeed
  open: boolean
  onClose: () => void
  onDone?: (deed: ItemDeed) => void
}

/** Before an item is deleted, archived or brought back. */
export default function ItemDialogs(props: ItemDialogsProps) {
  const { slug, name, item, deed, open, onClose, onDone } = props
  const { t } = useTranslation()
  const act = useItemDeed(slug, deed, onDone)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => {
        act({ name, item })
        onClose()
      }}
      destructive={deed === 'remove'}
      icon={icons[deed]}
      title={t(`item_dialogs.${deed}.title`, { id: name })}
      confirmLabel={t(`item_dialogs.${deed}.confirm`)}
    >
      {t(`item_dialogs.${deed}.text`, { name: item.name })}
    </ConfirmDialog>
  )
}
