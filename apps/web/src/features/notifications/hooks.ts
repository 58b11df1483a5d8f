import {
  notificationsApi as api,
  type Notification,
  type NotificationPatch,
  type Page,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useFresh } from '#data/use-fresh.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { type QueryOf, useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { type InboxView, isNarrowed, toMarkAllRead, toQuery } from './inbox-view.ts'
import {
  applyToInbox,
  applyToUnread,
  type Change,
  type LoadedInbox,
  type Unread,
  withAllRead,
  withChange,
  withNotification,
  withPage,
} from './loaded-inbox.ts'

/** A workspace: URLs use its slug, events its id. */
export interface WorkspaceRef {
  slug: string
  workspace_id: string
}

const PAGE = 300

async function readPage(slug: string, view: InboxView, page: number, signal?: AbortSignal) {
  const paging = { per_page: String(PAGE), cursor: `${PAGE}:${page}:0` }
  const query = { ...toQuery(view), ...paging }
  const answer = (await call(api.list, { params: { slug }, query, signal })) as Page<Notification[]>
  return { items: answer.results, total: answer.total_count }
}

const inboxOf = ({ slug, workspace_id }: WorkspaceRef, view: InboxView) =>
  queryOptions({
    queryKey: ['notifications', slug, 'list', view] as const,
    queryFn: async ({ signal }): Promise<LoadedInbox> => ({
      workspace_id,
      view,
      ...(await readPage(slug, view, 0, signal)),
    }),
  })

const unreadOf = ({ slug, workspace_id }: WorkspaceRef) => {
  const queryKey = ['notifications', slug, 'unread'] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Unread> => {
      const counts = await call(api.countUnread, { params: { slug }, signal })
      const { counted = {} } = queryClient.getQueryData<Unread>(queryKey) ?? {}
      return {
        workspace_id,
        total: counts.total_unread_notifications_count,
        mentions: counts.mention_unread_notifications_count,
        counted,
      }
    },
  })
}

/** The loaded notifications about items the user follows. */
export function useInbox(place: WorkspaceRef, view: InboxView) {
  const { t } = useTranslation()
  const options = inboxOf(place, view)
  const [reading, setReading] = useState(false)
  useLiveUpdates(options, applyToInbox)
  const { data, error, refetch, isFetching } = useQuery(options)
  useFresh(data, options.queryKey)

  async function readMore() {
    if (!data || reading) return
    setReading(true)
    try {
      const page = Math.floor(data.items.length / PAGE)
      const next = await readPage(place.slug, view, page)
      queryLayers.happen<LoadedInbox>(options.queryKey, (list) => withPage(list, next))
    } catch (failure) {
      notifyFailure(t('inbox.not_loaded'), failure)
    } finally {
      setReading(false)
    }
  }

  return {
    items: data?.items,
    hasMore: data !== undefined && data.items.length < data.total,
    isFailed: error !== null && !data,
    isFetching,
    reading,
    readMore: () => void readMore(),
    refresh() {
      void refetch()
      void queryClient.invalidateQueries({ queryKey: unreadOf(place).queryKey, exact: true })
    },
  }
}

export function useUnread(place: WorkspaceRef): Unread | undefined {
  const options = unreadOf(place)
  useLiveUpdates(options, applyToUnread)
  const { data } = useQuery(options)
  useFresh(data, options.queryKey)
  return data
}

/** An open notification, in the list or not. */
export const notificationAt = ({ slug }: WorkspaceRef, id: string) =>
  queryOptions({
    queryKey: ['notifications', slug, 'one', id] as const,
    queryFn: ({ signal }) => call(api.get, { params: { slug, id }, signal }),
  })

type Shown = LoadedInbox | Unread

const isList = (shown: Shown): shown is LoadedInbox => 'items' in shown

/** Every cached list, and the counts. */
const shownIn =
  ({ slug }: WorkspaceRef) =>
  () =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: ['notifications', slug] })
      .filter(({ state, queryKey }) => state.data !== undefined && queryKey[2] !== 'one')
      .map(({ queryKey }) => ({ queryKey }) as QueryOf<Shown>)

function send(slug: string, id: string, patch: NotificationPatch) {
  const to = { params: { slug, id } }
  if (patch.read_at !== undefined) return call(patch.read_at ? api.read : api.unread, to)
  if (patch.archived_at !== undefined)
    return call(patch.archived_at ? api.archive : api.unarchive, to)
  return call(api.change, { ...to, body: patch })
}

/** Read, snoozed or archived: shown everywhere at once. */
export const useChangeNotification = (place: WorkspaceRef) =>
  useOptimisticMutation({
    query: shownIn(place),
    send: ({ notification, patch }: Change) => send(place.slug, notification.id, patch),
    apply: (shown: Shown, change) =>
      isList(shown)
        ? withNotification(shown, { ...change.notification, ...change.patch })
        : withChange(shown, change),
    line: ({ notification }) => notification.id,
    failure: 'inbox.not_changed',
  })

const filtersOf = ({ kinds, shelf }: InboxView) => JSON.stringify([kinds.toSorted(), shelf])

/**
 * Marks everything the tab shows with its filters as read; the counts elsewhere come from the
 * server.
 */
export const useReadAll = (place: WorkspaceRef) =>
  useOptimisticMutation({
    query: shownIn(place),
    send: (view: InboxView) =>
      call(api.readAll, { params: { slug: place.slug }, body: toMarkAllRead(view) }),
    apply: (shown: Shown, view) => {
      if (isList(shown)) {
        const isMeant = filtersOf(shown.view) === filtersOf(view)
        return isMeant ? withAllRead(shown, view.tab, new Date().toISOString()) : shown
      }
      if (isNarrowed({ ...view, unread: false })) return shown
      return { ...shown, mentions: 0, ...(view.tab === 'all' && { total: 0 }) }
    },
    failure: 'inbox.not_changed',
  })
