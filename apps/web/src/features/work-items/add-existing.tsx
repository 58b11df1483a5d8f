import { cyclesApi, type FoundItem, modulesApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import { recordUndo } from '#data/undo-stack.ts'
import ExistingItemsDialog from '#entities/work-item/existing-items-dialog.tsx'
import { type ListContext, planOf } from '#entities/work-item-list/list-context.ts'
import { undoOfAdding } from '#entities/work-item-list/undo-changes.ts'
import { undoOf } from '#entities/work-item-list/undo-of.ts'
import { listsIn } from '#entities/work-item-list/use-work-item-list.ts'
import { toast } from '#ui/feedback/toast.ts'
import { counted } from '#ui/platform/number.ts'

interface AddExistingProps {
  context: Extract<ListContext, { kind: 'cycle' | 'module' }>
  onClose: () => void
}

/** Adds several items of the project that are in no cycle, or not in this module. */
export default function AddExisting({ context, onClose }: AddExistingProps) {
  const { t } = useTranslation()
  const { kind, slug, project_id } = context

  async function handleAdd(items: FoundItem[]) {
    const place = { slug, project_id }
    const body = { issues: items.map(({ id }) => id) }
    try {
      if (context.kind === 'cycle') {
        await call(cyclesApi.addItems, { params: { ...place, id: context.cycle_id }, body })
      } else await call(modulesApi.addItems, { params: { ...place, id: context.module_id }, body })
    } catch (error) {
      notifyFailure(t(`add_existing.${kind}.failed`), error)
      throw error
    } finally {
      void queryClient.invalidateQueries({ queryKey: listsIn(slug) })
    }
    const step = undoOfAdding(slug, items, planOf(context), items)
    recordUndo(step, Promise.resolve())
    const title = t(`add_existing.${kind}.done`, counted(items.length))
    toast({ kind: 'success', title, action: undoOf(items) })
  }

  return (
    <ExistingItemsDialog
      slug={slug}
      project_id={project_id}
      title={t('add_existing.title')}
      wanted={context.kind === 'cycle' ? { cycle: 'true' } : { module: context.module_id }}
      onAdd={handleAdd}
      onClose={onClose}
    />
  )
}
