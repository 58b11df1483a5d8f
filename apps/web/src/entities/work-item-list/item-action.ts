import { epicsApi, type WorkItem, workItemsApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { throughCopy } from '#data/local-copy.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import { toast } from '#ui/feedback/toast.ts'
import { changeShown, removeShown, type Shown, shownIn } from './shown-items.ts'
import { undoOf } from './undo-of.ts'

export type ItemAction = 'remove' | 'archive' | 'restore'

/** "TRAIL-412", and what it is the name of. */
export interface NamedItem {
  name: string
  item: WorkItem
}

/** Deletes, archives or brings back an item, at once wherever it is shown; and says so. */
export function useItemAction(
  slug: string,
  action: ItemAction,
  onDone?: (action: ItemAction) => void,
) {
  const { t } = useTranslation()
  const mutation = useOptimisticMutation({
    query: () => shownIn(slug),
    send: async ({ item }: NamedItem) => {
      const { id, project_id } = item
      const { [action]: endpoint } = item.is_epic ? epicsApi : workItemsApi
      // Neither what is deleted nor what is archived is listed; what is brought back the server tells.
      await throughCopy(slug, { id, patch: null }, () =>
        call(endpoint, { params: { slug, project_id, id } }),
      )
    },
    apply: (shown: Shown, { item: { id } }) =>
      action === 'remove'
        ? removeShown(shown, [id])
        : changeShown(shown, id, (item) => ({
            ...item,
            archived_at: action === 'archive' ? todayHere() : null,
          })),
    line: ({ item: { id } }) => id,
    failure: `item_dialogs.${action}.failed`,
  })
  return (named: NamedItem) => {
    /** Who looks at it in the archive, where it is no more, is led to where it is. */
    function leaveArchive() {
      if (location.pathname.includes(named.item.id)) onDone?.('restore')
    }
    mutation.mutate(named, {
      onSuccess: () => {
        toast({
          kind: 'success',
          title: t(`item_dialogs.${action}.done`),
          text: named.name,
          action:
            action === 'restore' ? undefined : undoOf(slug, action, [named.item], leaveArchive),
        })
        onDone?.(action)
      },
    })
  }
}
