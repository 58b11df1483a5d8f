import { cyclesApi, type FoundItem, modulesApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import ExistingItemsDialog from '#entities/work-item/existing-items-dialog.tsx'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import { listsIn } from '#entities/work-item-list/use-work-item-list.ts'
import { toast } from '#ui/feedback/toast.ts'

interface AddExistingProps {
  context: Extract<ListContext, { kind: 'cycle' | 'module' }>
  onClose: () => void
}

/** Items of the project that are in no cycle yet, or not in this module, brought in together. */
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
    toast({ kind: 'success', title: t(`add_existing.${kind}.done`) })
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
