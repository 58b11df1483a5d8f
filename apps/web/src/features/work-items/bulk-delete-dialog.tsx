import { type FoundItem, workItemsApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import { recordUndo } from '#data/undo-stack.ts'
import ExistingItemsDialog from '#entities/work-item/existing-items-dialog.tsx'
import { undoOf, undoOfRemoval } from '#entities/work-item-list/undo-of.ts'
import { listsIn } from '#entities/work-item-list/use-work-item-list.ts'
import { toast } from '#ui/feedback/toast.ts'
import { counted } from '#ui/platform/number.ts'

interface BulkDeleteDialogProps {
  slug: string
  project_id: string
  onClose: () => void
}

const all = {}

/** Searches the project's items and deletes the selected ones, all or none. */
export default function BulkDeleteDialog({ slug, project_id, onClose }: BulkDeleteDialogProps) {
  const { t } = useTranslation()

  async function handleDelete(items: FoundItem[]) {
    const body = { issue_ids: items.map(({ id }) => id) }
    try {
      await call(workItemsApi.bulkRemove, { params: { slug, project_id }, body })
    } catch (error) {
      notifyFailure(t('bulk_delete.failed'), error)
      throw error
    } finally {
      void queryClient.invalidateQueries({ queryKey: listsIn(slug) })
    }
    recordUndo(undoOfRemoval(slug, 'remove', items, { of: items }), Promise.resolve())
    const title = t('bulk_delete.done', counted(items.length))
    toast({ kind: 'success', title, action: undoOf(items) })
  }

  return (
    <ExistingItemsDialog
      slug={slug}
      project_id={project_id}
      title={t('bulk_delete.title')}
      wanted={all}
      words={{ submit: 'bulk_delete.submit', busy: 'bulk_delete.busy' }}
      destructive
      onAdd={handleDelete}
      onClose={onClose}
    />
  )
}
