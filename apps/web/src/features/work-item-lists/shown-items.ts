import type { WorkItem } from '@cairn/contract'
import { queryClient } from '#data/query-client.ts'
import type { QueryOf } from '#data/use-optimistic-mutation.ts'
import { findItem, type LoadedItems } from './grouped-items.ts'
import { place, remove } from './item-changes.ts'

/** What the cache holds of work items: lists, the children of one, or one by itself. */
export type Shown = LoadedItems | WorkItem[] | WorkItem

const isList = (shown: Shown): shown is LoadedItems => 'cells' in shown

/** Every query of a workspace that may show an item: a change is seen in all of them at once. */
export const shownIn = (slug: string): QueryOf<Shown>[] =>
  ['work-items', 'work-item'].flatMap((thing) =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: [thing, slug] })
      .filter(({ state }) => state.data !== undefined)
      .map(({ queryKey }) => ({ queryKey }) as QueryOf<Shown>),
  )

/** An item changed, wherever it is shown. */
export function changeShown<Data extends Shown>(
  shown: Data,
  id: string,
  change: (item: WorkItem) => WorkItem,
): Data
export function changeShown(shown: Shown, id: string, change: (item: WorkItem) => WorkItem): Shown {
  if (Array.isArray(shown)) return shown.map((item) => (item.id === id ? change(item) : item))
  if (!isList(shown)) return shown.id === id ? change(shown) : shown
  const item = findItem(shown, id)
  return item ? place(shown, change(item)) : shown
}

/** Gone from every list; who looks at it alone is told by the server. */
export function removeShown(shown: Shown, id: string): Shown {
  if (Array.isArray(shown)) return shown.filter((item) => item.id !== id)
  return isList(shown) && findItem(shown, id) ? remove(shown, id) : shown
}
