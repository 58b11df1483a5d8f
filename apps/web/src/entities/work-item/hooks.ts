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

/** An item is asked for by its key; what is archived by its id. */
export type ItemRef =
  | { slug: string; key: string }
  | { slug: string; project_id: string; id: string }

interface Parent {
  id: string
  sequence_id: number
  project_id: string
}

export interface OpenItem extends WorkItemDetail {
  parent?: Parent | null
  /** An event said less than one would have to know. */
  stale?: true
}

const query = { expand: 'parent' }

const read = (place: ItemRef, signal: AbortSignal): Promise<OpenItem> =>
  'key' in place
    ? call(api.byKey, { params: { slug: place.slug, key: place.key }, query, signal })
    : call(api.archived, { params: place, query, signal })

// One and the same each time: a new one would be news to whoever shows it, and they would ask again.
const parts = new WeakMap<WorkItem, OpenItem>()

/** As much of an item as the row it was opened from knew. */
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

/** Everything that hangs from an item but has no events of its own: read again when the item moved. */
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

  // What an event says is the row; its text, its history and its relations are asked for, once per burst.
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

/** Another parent, or none; other properties change as they do in lists. */
export const useChangeParent = (place: ItemRef, params: Placed) =>
  useOptimisticMutation({
    query: itemAt(place),
    send: (parent: Parent | null) =>
      call(api.change, { params, body: { parent_id: parent?.id ?? null } }),
    apply: (item: OpenItem, parent) => ({ ...item, parent_id: parent?.id ?? null, parent }),
    line: () => params.id,
    failure: 'item.not_updated',
  })

export async function saveText(
  place: ItemRef,
  params: Placed,
  body: Pick<WorkItemPatch, 'name' | 'description_html'>,
  { leaving }: { leaving: boolean },
) {
  await call(api.change, { params, body, keepalive: leaving })
  queryLayers.happen<OpenItem>(itemAt(place).queryKey, (item) => ({ ...item, ...body }) as OpenItem)
}

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

/** The item above, with its name and state. */
export const useParent = (slug: string, parent: Parent | undefined) =>
  useQuery({
    queryKey: ['work-item', slug, parent?.id, 'parent'] as const,
    queryFn: ({ signal }) => {
      const { project_id = '', id = '' } = parent ?? {}
      return call(api.get, { params: { slug, project_id, id }, query: {}, signal })
    },
    enabled: parent !== undefined,
  }).data
