import type { WorkItem } from '@cairn/contract'
import { useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { rowElement, survivorOf } from '#entities/work-item/open-item.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { type BulkAction, endWorkItems } from './bulk-actions.ts'

interface BulkDialogsProps {
  slug: string
  action: BulkAction
  items: readonly WorkItem[]
  open: boolean
  onClose: () => void
}

/** Confirms archiving or deleting the selected items. */
export default function BulkDialogs({ slug, action, items, open, onClose }: BulkDialogsProps) {
  const { t } = useTranslation()
  const next = useRef<WorkItem>(undefined)
  const count = items.length
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => {
        next.current = survivorOf(items)
        endWorkItems(slug, action, items)
        onClose()
      }}
      returnTo={() => next.current && rowElement(next.current)}
      destructive={action === 'remove'}
      title={t(`bulk.${action}.title`, { count })}
      confirmLabel={t(`bulk.${action}.confirm`)}
    >
      {t(`bulk.${action}.text`)}
    </ConfirmDialog>
  )
}
