import {
  workItemsApi as api,
  subscribersApi,
  type WorkItem,
  type WorkItemDetail,
  type WorkItemEvent,
  type WorkItemPatch,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#data/api.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { rowOf } from './open-item.ts'
import { requireUser } from './require-user.ts'

/** An item is requested by its key; an archived one by its id. */
export type ItemRef =
  | { slug: string; key: string }
  | { slug: string; project_id: string; id: string }

interface Parent {
  id: string
  sequence_id: number
  project_id: string
  /** Known at once where it was just chosen. */
  name?: string
}

export interface OpenItem extends WorkItemDetail {
  parent?: Parent | null
  /** An event did not have enough information. */
  stale?: true
}

const query = { expand: 'parent' }

const read = (place: ItemRef, signal: AbortSignal): Promise<OpenItem> =>
  'key' in place
    ? call(api.byKey, { params: { slug: place.slug, key: place.key }, query, signal })
    : call(api.archived, { params: place, query, signal })

// The same object each time: a new one would cause another render and another request.
const parts = new WeakMap<WorkItem, OpenItem>()

/** The fields known from the row an item was opened from. */
function partOf(key: string): OpenItem | undefined {
  const row = rowOf(key)
  if (!row) return undefined
  const part = parts.get(row) ?? { ...row, description_html: '', is_subscribed: false }
  parts.set(row, part)
  return part
}

export const itemAt = (place: ItemRef) =>
  queryOptions({
    queryKey: ['work-item', place.slug, 'key' in place ? place.key : place.id] as const,
    queryFn: ({ signal }) => read(place, signal),
    placeholderData: () => ('key' in place ? partOf(place.key) : undefined),
  })

export function applyToItem(item: OpenItem, event: WorkItemEvent): OpenItem {
  if (event.type === 'work_item.many_saved') {
    return event.project_id === item.project_id ? { ...item, stale: true } : item
  }
  if (event.type === 'work_item.removed') {
    return event.id === item.id ? { ...item, stale: true } : item
  }
  return event.work_item.id === item.id ? { ...item, ...event.work_item } : item
}

/**
 * The item is shown under another key next and read again: data cached under that key may still
 * point to this one, and the two pages would redirect to each other. The page starts with `item`,
 * if given.
 */
export function continueAt(slug: string, key: string, item?: OpenItem) {
  const { queryKey } = itemAt({ slug, key: key.toUpperCase() })
  if (item) queryClient.setQueryData(queryKey, item)
  void queryClient.invalidateQueries({ queryKey, exact: true })
}

/** Data of an item without its own events: read again when the item changed. */
const hangsFrom = (slug: string, id: string) =>
  [
    ['history', slug, id],
    ['relations', slug, id],
    ['description-versions', slug, id],
    ['work-items', slug, 'children', id],
  ] as const

export function useItem(place: ItemRef) {
  const options = itemAt(place)
  useLiveUpdates(options, applyToItem)
  const query = useQuery(options)
  const { data, isPlaceholderData } = query
  const hash = options.queryKey.join(' ')
  const id = data?.id
  const moment = isPlaceholderData ? undefined : data?.updated_at
  const known = useRef<string>(undefined)

  function readAgain() {
    void queryClient.invalidateQueries({ queryKey: options.queryKey, exact: true })
    for (const queryKey of id ? hangsFrom(place.slug, id) : []) {
      void queryClient.invalidateQueries({ queryKey, exact: true })
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the place
  useEffect(() => {
    if (data?.stale) readAgain()
  }, [data?.stale, hash])

  // An event has only the row; text, history and relations are requested, once per burst.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the place
  useEffect(() => {
    const before = known.current
    known.current = moment
    if (!moment || !before || !id || before === moment) return
    const timer = setTimeout(readAgain, 250)
    return () => clearTimeout(timer)
  }, [moment, id, hash])

  return query
}

interface Placed {
  slug: string
  project_id: string
  id: string
}

export async function saveText(
  place: ItemRef,
  params: Placed,
  body: Pick<WorkItemPatch, 'name' | 'description_html'>,
  { leaving }: { leaving: boolean },
) {
  await call(api.change, { params, body, keepalive: leaving })
  queryLayers.happen<OpenItem>(itemAt(place).queryKey, (item) => ({ ...item, ...body }) as OpenItem)
}

/** The server has it already: it was written in the shared document. */
export const noteDescription = (place: ItemRef, description_html: string) =>
  queryLayers.happen<OpenItem>(itemAt(place).queryKey, (item) => ({ ...item, description_html }))

export const useSubscribe = (place: ItemRef, params: Placed) =>
  useOptimisticMutation({
    query: itemAt(place),
    send: async (wanted: boolean) => {
      requireUser()
      const { subscribe, unsubscribe } = subscribersApi
      await call(wanted ? subscribe : unsubscribe, { params })
    },
    apply: (item: OpenItem, is_subscribed) => ({ ...item, is_subscribed }),
    line: () => `subscription to ${params.id}`,
    failure: 'item.subscription_not_changed',
  })

/** The parent item, with its name and state. */
export const useParent = (slug: string, parent: Parent | undefined) =>
  useQuery({
    queryKey: ['work-item', slug, parent?.id, 'parent'] as const,
    queryFn: ({ signal }) => {
      const { project_id = '', id = '' } = parent ?? {}
      return call(api.get, { params: { slug, project_id, id }, query: {}, signal })
    },
    enabled: parent !== undefined,
  }).data
