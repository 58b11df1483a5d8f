import { type FoundItem, workItemsApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import ExistingItemsDialog from '#entities/work-item/existing-items-dialog.tsx'
import { listsIn } from '#entities/work-item-list/use-work-item-list.ts'
import { toast } from '#ui/feedback/toast.ts'

interface BulkDeleteDialogProps {
  slug: string
  project_id: string
  onClose: () => void
}

const all = {}

/** Searches the project's items and deletes those that were chosen, all of them or none. */
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
    toast({
      kind: 'success',
      title: t('bulk_delete.done'),
      action: { label: t('common.undo'), onSelect: () => void undo(body) },
    })
  }

  async function undo(body: { issue_ids: string[] }) {
    try {
      await call(workItemsApi.bulkRestore, { params: { slug, project_id }, body })
    } catch (error) {
      notifyFailure(t('item_dialogs.not_brought_back'), error)
    } finally {
      void queryClient.invalidateQueries({ queryKey: listsIn(slug) })
    }
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
