import { epicsApi, type WorkItem, workItemsApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { queryClient } from '#data/query-client.ts'
import { mutateOptimistically } from '#data/use-optimistic-mutation.ts'
import { returnShown, type Shown, shownIn } from './shown-items.ts'

export type Undoable = 'remove' | 'archive'

/** Each is fetched from the archive on its own. */
const MAX_ARCHIVED = 100

async function send(slug: string, action: Undoable, items: readonly WorkItem[]) {
  const [first] = items
  if (!first) return
  const params = { slug, project_id: first.project_id }
  if (action === 'remove') {
    const body = { issue_ids: items.map(({ id }) => id) }
    await call(workItemsApi.bulkRestore, { params, body })
    return
  }
  const { restore } = first.is_epic ? epicsApi : workItemsApi
  await Promise.all(items.map(({ id }) => call(restore, { params: { ...params, id } })))
}

/** For the message that these items of one project were deleted or archived: takes that back. */
export const undoOf = (
  slug: string,
  action: Undoable,
  items: readonly WorkItem[],
  onUndone?: () => void,
) =>
  action === 'archive' && items.length > MAX_ARCHIVED
    ? undefined
    : {
        label: t('common.undo'),
        onSelect: () =>
          void mutateOptimistically(
            {
              query: () => shownIn(slug),
              send: () => send(slug, action, items),
              apply: (shown: Shown) => returnShown(shown, items),
              failure: 'item_dialogs.not_brought_back',
            },
            undefined,
            {
              onSuccess: () => {
                // Who looked at it alone was told that it is gone.
                void queryClient.invalidateQueries({ queryKey: ['work-item', slug] })
                onUndone?.()
              },
            },
          ),
      }
