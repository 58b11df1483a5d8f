import { epicsApi, type WorkItem, workItemsApi } from '@cairn/contract'
import { ApiError, call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { queryClient } from '#data/query-client.ts'
import { type Direction, type UndoStep, undoChangeOf } from '#data/undo-stack.ts'
import { mutateOptimistically } from '#data/use-optimistic-mutation.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import { counted } from '#ui/platform/number.ts'
import { changeAllShown, removeShown, returnShown, type Shown, shownIn } from './shown-items.ts'
import { keyIn, sayDone, sayNot, sayNotDone } from './undo-messages.ts'
import { listsIn } from './use-work-item-list.ts'

type Removal = 'remove' | 'archive'

/** Enough to name and find an item; whole rows are shown before the server responds. */
type RemovedItem = WorkItem | Pick<WorkItem, 'id' | 'project_id' | 'sequence_id' | 'name'>

const isRow = (item: RemovedItem): item is WorkItem => 'sort_order' in item

/** For the message of a change: undoes it like Ctrl+Z. `of` are the variables of the mutation. */
export const undoOf = (of: object) => ({
  label: t('common.undo'),
  onSelect: () => undoChangeOf(of),
})

interface Way {
  slug: string
  /** Deleted, or archived. */
  removal: Removal
  /** All of one project. */
  items: readonly RemovedItem[]
  /** Whether this step restores the items, or removes them again. */
  brings: boolean
  direction: Direction
  of?: object
  onBack?: () => void
}

/** Undo step of deleting or archiving items; or, with `isBack`, of restoring them. */
export const undoOfRemoval = (
  slug: string,
  removal: Removal,
  items: readonly RemovedItem[],
  { of, onBack, isBack = false }: { of?: object; onBack?: () => void; isBack?: boolean } = {},
): UndoStep =>
  stepOf({
    ...{ slug, removal, items, brings: !isBack, direction: 'undo' },
    ...(of && { of }),
    ...(onBack && { onBack }),
  })

function stepOf(way: Way): UndoStep {
  const { slug, direction, brings, of, ...rest } = way
  return {
    slug,
    ...(of && { of }),
    run: (sent) => {
      const next = direction === 'undo' ? 'redo' : 'undo'
      const inverse = stepOf({ ...rest, slug, brings: !brings, direction: next })
      return { inverse, answered: take(way, sent) }
    },
  }
}

function take(way: Way, sent: Promise<unknown>): Promise<boolean> {
  const { slug, direction, items, onBack, brings } = way
  const apply = (shown: Shown) => shownAfter(way, shown)
  return new Promise((resolve, reject) => {
    void mutateOptimistically(
      {
        query: () => shownIn(slug),
        send: async () => {
          const isMade = await sent.then(
            (answer) => answer !== false,
            () => false,
          )
          if (isMade) await (brings ? restoreItems(way) : takeAway(way))
          return isMade
        },
        apply,
        settle: (shown: Shown, isMade) => (isMade ? apply(shown) : shown),
        line: () => (items.length === 1 ? (items[0]?.id ?? '') : 'undo'),
        failure: 'undo.undo_failed',
      },
      undefined,
      {
        onSuccess: (isMade) => {
          if (isMade) {
            // Refetch item pages, which showed "does not exist", and lists that had no row to restore.
            void queryClient.invalidateQueries({ queryKey: ['work-item', slug] })
            if (!items.every(isRow)) void queryClient.invalidateQueries({ queryKey: listsIn(slug) })
            if (brings) onBack?.()
            sayDone(slug, direction, whatOf(way))
          }
          resolve(isMade)
        },
        onFailure: (error) => {
          if (error instanceof ApiError && error.status === 404) {
            sayNot(direction, t('undo.gone', { item: nameOf(way) }))
            resolve(false)
          } else {
            sayNotDone(direction, error)
            reject(error)
          }
          return true
        },
      },
    )
  })
}

function nameOf({ slug, items }: Way) {
  const [first] = items
  return first && items.length === 1 ? keyIn(slug, first) : t('undo.items', counted(items.length))
}

/** The original action, whether it is undone or redone. */
function whatOf(way: Way) {
  const isRestored = way.brings === (way.direction === 'redo')
  return t(`undo.${isRestored ? 'restore' : way.removal}_of`, { item: nameOf(way) })
}

function shownAfter({ removal, items, brings }: Way, shown: Shown): Shown {
  const rows = items.filter(isRow)
  if (brings) return returnShown(shown, rows)
  const ids = rows.map(({ id }) => id)
  if (removal === 'remove') return removeShown(shown, ids)
  return changeAllShown(shown, ids, (item) => ({ ...item, archived_at: todayHere() }))
}

/** So many are fetched from the archive at a time. */
const AT_ONCE = 20

async function restoreItems({ slug, removal, items }: Way) {
  const [first] = items
  if (!first) return
  const params = { slug, project_id: first.project_id }
  if (removal === 'remove') {
    await call(workItemsApi.bulkRestore, { params, body: { issue_ids: idsOf(items) } })
    return
  }
  const { restore } = apiOf(first)
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const some = items.slice(from, from + AT_ONCE)
    await Promise.all(some.map(({ id }) => call(restore, { params: { ...params, id } })))
  }
}

async function takeAway({ slug, removal, items }: Way) {
  const [first] = items
  if (!first) return
  const params = { slug, project_id: first.project_id }
  if (items.length === 1) {
    const { [removal]: endpoint } = apiOf(first)
    await call(endpoint, { params: { ...params, id: first.id } })
    return
  }
  const endpoint = removal === 'remove' ? workItemsApi.bulkRemove : workItemsApi.bulkArchive
  await call(endpoint, { params, body: { issue_ids: idsOf(items) } })
}

const idsOf = (items: readonly RemovedItem[]) => items.map(({ id }) => id)
const apiOf = (item: RemovedItem) => (isRow(item) && item.is_epic ? epicsApi : workItemsApi)
