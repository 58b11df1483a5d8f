import { epicsApi, type WorkItem, workItemsApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyCopy, throughCopy } from '#data/notify-copy.ts'
import { type OptimisticMutation, useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import { toast } from '#ui/feedback/toast.ts'
import { changeShown, removeShown, type Shown, shownIn } from './shown-items.ts'
import { undoOf, undoOfRemoval } from './undo-of.ts'

export type ItemAction = 'remove' | 'archive' | 'restore'

/** An item and its key, "TRAIL-412". */
export interface NamedItem {
  name: string
  item: WorkItem
}

interface ActionScope {
  slug: string
  action: ItemAction
}

export const acting = (
  { slug, action }: ActionScope,
  onDone?: (action: ItemAction) => void,
): OptimisticMutation<Shown, NamedItem, void> => {
  const notify = (kind: 'change' | 'revert', id: string) =>
    notifyCopy(slug, { kind, id, patch: null })
  return {
    query: () => shownIn(slug),
    send: async ({ item }) => {
      const { id, project_id } = item
      const { [action]: endpoint } = item.is_epic ? epicsApi : workItemsApi
      // Deleted and archived items are not listed; a restored one arrives by event.
      await throughCopy(slug, { id, patch: null }, () =>
        call(endpoint, { params: { slug, project_id, id } }),
      )
    },
    apply: (shown, { item: { id } }) =>
      action === 'remove'
        ? removeShown(shown, [id])
        : changeShown(shown, id, (item) => ({
            ...item,
            archived_at: action === 'archive' ? todayHere() : null,
          })),
    line: ({ item: { id } }) => id,
    undo: (named) =>
      undoOfRemoval(slug, action === 'remove' ? 'remove' : 'archive', [named.item], {
        of: named,
        isBack: action === 'restore',
        // If the user views it in the archive, where it no longer is, navigates to its new place.
        onBack: () => {
          if (location.pathname.includes(named.item.id)) onDone?.('restore')
        },
      }),
    durable: {
      ...{ name: 'work-item.act', scope: { slug, action }, removes: action === 'remove' },
      about: ({ item: { id } }) => [id],
      copy: ({ item: { id } }, kind) => notify(kind, id),
    },
    failure: `item_dialogs.${action}.failed`,
    failureValues: ({ name }) => ({ id: name }),
  }
}

/** Deletes, archives or restores an item, at once wherever it is shown, with a message. */
export function useItemAction(
  slug: string,
  action: ItemAction,
  onDone?: (action: ItemAction) => void,
) {
  const { t } = useTranslation()
  const mutation = useOptimisticMutation(acting({ slug, action }, onDone))
  return (named: NamedItem) => {
    mutation.mutate(named, {
      onSuccess: () => {
        toast({
          kind: 'success',
          title: t(`item_dialogs.${action}.done`, { id: named.name }),
          action: undoOf(named),
        })
        onDone?.(action)
      },
      onStored: () => onDone?.(action),
    })
  }
}
