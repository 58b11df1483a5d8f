import type { WorkItem } from '@cairn/contract'
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { rowElement, survivorOf } from '#entities/work-item/open-item.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { type ItemAction, type NamedItem, useItemAction } from './item-action.ts'

const icons = { remove: Trash2, archive: Archive, restore: ArchiveRestore }

interface ItemDialogsProps extends NamedItem {
  slug: string
  /** The pending action, also while it fades out. */
  action: ItemAction
  open: boolean
  onClose: () => void
  onDone?: (action: ItemAction) => void
}

/** Confirms deleting, archiving or restoring an item. */
export default function ItemDialogs(props: ItemDialogsProps) {
  const { slug, name, item, action, open, onClose, onDone } = props
  const { t } = useTranslation()
  const act = useItemAction(slug, action, onDone)
  const next = useRef<WorkItem>(undefined)
  const hasSubItems = action === 'remove' && item.sub_issues_count > 0
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => {
        next.current = survivorOf([item])
        act({ name, item })
        onClose()
      }}
      returnTo={() => next.current && rowElement(next.current)}
      destructive={action === 'remove'}
      icon={icons[action]}
      title={t(`item_dialogs.${action}.title`, { id: name })}
      confirmLabel={t(`item_dialogs.${action}.confirm`)}
    >
      {hasSubItems
        ? t('item_dialogs.remove.text_with_sub_items', {
            name: item.name,
            count: item.sub_issues_count,
          })
        : t(`item_dialogs.${action}.text`, { name: item.name })}
    </ConfirmDialog>
  )
}
