import type { WorkItem } from '@cairn/contract'
import { queryClient } from '#data/query-client.ts'
import type { QueryOf } from '#data/use-optimistic-mutation.ts'
import { findItem, itemsIn, type LoadedItems } from './grouped-items.ts'
import { applyToList, placeAll, removeAll } from './item-changes.ts'

/** Work item data in the cache: lists, the children of one, or a single one. */
export type Shown = LoadedItems | WorkItem[] | WorkItem

const isList = (shown: Shown): shown is LoadedItems => 'cells' in shown

/** Every query of a workspace that may show an item: a change shows in all of them at once. */
export const shownIn = (slug: string): QueryOf<Shown>[] =>
  ['work-items', 'work-item'].flatMap((thing) =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: [thing, slug] })
      .filter(({ state }) => state.data !== undefined)
      .map(({ queryKey }) => ({ queryKey }) as QueryOf<Shown>),
  )

/** An item from any query of a workspace that shows it. */
export function knownItem(slug: string, id: string): WorkItem | undefined {
  for (const { queryKey } of shownIn(slug)) {
    const shown = queryClient.getQueryData(queryKey)
    if (!shown) continue
    const rows = Array.isArray(shown) ? shown : isList(shown) ? loadedOf(shown, [id]) : [shown]
    const item = rows.find((row) => row.id === id)
    if (item) return item
  }
  return undefined
}

/** An item changed, wherever it is shown. */
export const changeShown = <Data extends Shown>(
  shown: Data,
  id: string,
  change: (item: WorkItem) => WorkItem,
): Data => changeAllShown(shown, [id], change)

/** The same for many of them. */
export function changeAllShown<Data extends Shown>(
  shown: Data,
  ids: readonly string[],
  change: (item: WorkItem) => WorkItem,
): Data
export function changeAllShown(
  shown: Shown,
  ids: readonly string[],
  change: (item: WorkItem) => WorkItem,
): Shown {
  const wanted = new Set(ids)
  if (Array.isArray(shown)) return shown.map((item) => (wanted.has(item.id) ? change(item) : item))
  if (!isList(shown)) return wanted.has(shown.id) ? change(shown) : shown
  const loaded = loadedOf(shown, ids)
  return loaded.length > 0 ? placeAll(shown, loaded.map(change)) : shown
}

/** Removes items from every list; pages of single items are updated by an event. */
export function removeShown(shown: Shown, ids: readonly string[]): Shown {
  const gone = new Set(ids)
  if (Array.isArray(shown)) return shown.filter(({ id }) => !gone.has(id))
  if (!isList(shown)) return shown
  const loaded = loadedOf(shown, ids)
  return loaded.length > 0
    ? removeAll(
        shown,
        loaded.map(({ id }) => id),
      )
    : shown
}

/** Restores items to their former lists, and unarchives them where they are shown alone. */
export function returnShown(shown: Shown, items: readonly WorkItem[]): Shown {
  // Children are updated by an event.
  if (Array.isArray(shown)) return shown
  if (!isList(shown)) {
    return items.some(({ id }) => id === shown.id) ? { ...shown, archived_at: null } : shown
  }
  return items.reduce(
    (list, work_item) => applyToList(list, { type: 'work_item.saved', work_item }),
    shown,
  )
}

function loadedOf(list: LoadedItems, ids: readonly string[]): WorkItem[] {
  const [id] = ids
  if (ids.length === 1 && id !== undefined) return [findItem(list, id) ?? []].flat()
  const wanted = new Set(ids)
  return [...itemsIn(list)].filter((item) => wanted.has(item.id))
}
