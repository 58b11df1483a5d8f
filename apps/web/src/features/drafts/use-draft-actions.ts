import { draftsApi as api, type Draft, type WorkItem } from '@cairn/contract'
import { ArrowRightFromLine, Copy, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { newId } from '#data/new-id.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { draftsIn } from '#entities/draft/draft-queries.ts'
import { useShell } from '#entities/frame/shell-context.ts'
import { changingDraft, removingDraft } from '#entities/work-item-list/draft-actions.ts'
import { type DraftItem, toDraft } from '#entities/work-item-list/draft-list.ts'
import type { ItemActions } from '#entities/work-item-list/layout-props.ts'
import { toast } from '#ui/feedback/toast.ts'

const isDraftItem = (item: WorkItem): item is DraftItem => 'description_html' in item
const draftOf = (item: WorkItem) => (isDraftItem(item) ? toDraft(item) : undefined)

/** The body to create a copy. */
function copyBody(draft: Draft) {
  const { name, description_html, project_id, state_id, priority, parent_id } = draft
  const { label_ids, assignee_ids, start_date, target_date } = draft
  const { cycle_id, module_ids, estimate_point, type_id } = draft
  return {
    ...{ name, description_html, project_id, state_id, priority, parent_id },
    ...{ label_ids, assignee_ids, start_date, target_date },
    ...{ cycle_id, module_ids, estimate_point, type_id },
  }
}

/** Actions of draft lists instead of the item actions, and the draft a dialog is open for. */
export function useDraftActions(slug: string) {
  const { t } = useTranslation()
  const { createWorkItem } = useShell()
  const changing = useOptimisticMutation(changingDraft(slug))
  const removal = useOptimisticMutation(removingDraft(slug))
  const [removing, setRemoving] = useState<WorkItem>()

  const actions = useMemo((): Partial<ItemActions> => {
    async function copy(draft: Draft) {
      try {
        await call(api.create, { params: { slug }, body: { ...copyBody(draft), id: newId() } })
        await queryClient.invalidateQueries({ queryKey: draftsIn(slug) })
        toast({ kind: 'success', title: t('drafts.copied') })
      } catch (error) {
        notifyFailure(t('drafts.not_copied'), error)
      }
    }
    function open(item: WorkItem) {
      const draft = draftOf(item)
      if (draft) createWorkItem?.({ draft })
    }
    return {
      open,
      change: ({ id }, patch) => changing.mutate({ id, patch }),
      create: createWorkItem && ((defaults) => createWorkItem({ intent: 'draft', ...defaults })),
      askRemove: setRemoving,
      menuOf: (item) => {
        const draft = draftOf(item)
        if (!draft) return []
        return [
          { label: t('drafts.edit'), icon: Pencil, onSelect: () => open(item) },
          { label: t('drafts.copy'), icon: Copy, onSelect: () => void copy(draft) },
          {
            label: t('drafts.move'),
            icon: ArrowRightFromLine,
            onSelect: () => createWorkItem?.({ draft, intent: 'project' }),
          },
          'line',
          {
            label: t('drafts.delete'),
            icon: Trash2,
            danger: true,
            shortcut: 'backspace',
            onSelect: () => setRemoving(item),
          },
        ]
      },
    }
  }, [t, slug, createWorkItem, changing])

  return {
    actions,
    removing,
    stopRemoving: () => setRemoving(undefined),
    remove: (id: string) => removal.mutate(id),
  }
}
