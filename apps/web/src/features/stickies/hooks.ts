import { stickiesApi as api, type Sticky } from '@cairn/contract'
import { type Colour, colours } from '@cairn/editor'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { newId } from '#data/new-id.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import {
  type OptimisticMutation,
  type QueryOf,
  useOptimisticMutation,
} from '#data/use-optimistic-mutation.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import {
  applyToStickies,
  type Change,
  isBlank,
  type LoadedStickies,
  withChange,
  withPage,
} from './loaded-stickies.ts'

const PAGE = 30

/** A workspace: URLs contain its slug, events its id. */
interface WorkspaceRef {
  slug: string
  workspace_id: string
}

const useWorkspaceRef = (slug: string): WorkspaceRef => ({
  slug,
  workspace_id: useWorkspace(slug)?.id ?? '',
})

async function readPage(slug: string, query: string, page: number, signal?: AbortSignal) {
  const paging = { per_page: String(PAGE), cursor: `${PAGE}:${page}:0` }
  const { results, total_count } = await call(api.list, {
    params: { slug },
    query: { ...paging, ...(query && { query }) },
    signal,
  })
  return { items: results, total: total_count }
}

const stickiesIn = ({ slug, workspace_id }: WorkspaceRef, search: string) =>
  queryOptions({
    queryKey: ['sticky', slug, search] as const,
    queryFn: async ({ signal }): Promise<LoadedStickies> => ({
      workspace_id,
      search,
      ...(await readPage(slug, search, 0, signal)),
    }),
  })

/** The user's notes loaded so far. */
export function useStickies(slug: string, search: string) {
  const { t } = useTranslation()
  const options = stickiesIn(useWorkspaceRef(slug), search)
  const [reading, setReading] = useState(false)
  useLiveUpdates(options, applyToStickies)
  const { data, error, refetch } = useQuery(options)

  async function readMore() {
    if (!data || reading) return
    setReading(true)
    try {
      const next = await readPage(slug, search, Math.floor(data.items.length / PAGE))
      queryLayers.happen<LoadedStickies>(options.queryKey, (list) => withPage(list, next))
    } catch (failure) {
      notifyFailure(t('stickies.not_read'), failure)
    } finally {
      setReading(false)
    }
  }

  return {
    stickies: data?.items,
    hasMore: data !== undefined && data.items.length < data.total,
    isFailed: error !== null && !data,
    reading,
    readMore: () => void readMore(),
    refetch: () => void refetch(),
  }
}

/** All cached lists of notes: a change is applied to all of them. */
const shownIn = (slug: string) => () =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: ['sticky', slug] })
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey }) => ({ queryKey }) as unknown as QueryOf<LoadedStickies>)

const anyColour = (): Colour => colours[Math.floor(Math.random() * colours.length)] ?? 'gray'

const draftOf = (id: string, workspace: string, owner: string, above: Sticky | undefined) => {
  const now = new Date().toISOString()
  return {
    ...{ id, workspace, owner, created_by: owner, updated_by: null },
    ...{ name: null, description: {}, description_html: '<p></p>', description_stripped: null },
    ...{ description_binary: null, logo_props: {}, color: null, background_color: anyColour() },
    ...{ created_at: now, updated_at: now, deleted_at: null },
    sort_order: (above?.sort_order ?? 0) + 1,
  } satisfies Sticky
}

export const creatingSticky = (
  slug: string,
): OptimisticMutation<LoadedStickies, Sticky, Sticky> => ({
  query: shownIn(slug),
  send: ({ id, background_color }) =>
    call(api.create, { params: { slug }, body: { id, background_color } }),
  apply: (list, sticky) =>
    list.items.some(({ id }) => id === sticky.id)
      ? list
      : applyToStickies(list, { type: 'sticky.saved', sticky }),
  settle: (list, sticky) => applyToStickies(list, { type: 'sticky.saved', sticky }),
  creates: ({ id }) => id,
  durable: {
    ...{ name: 'sticky.create', scope: slug },
    about: ({ id }) => [id],
    find: ({ id }) => call(api.get, { params: { slug, id } }),
  },
  failure: 'stickies.not_created',
})

/** A new note on top; an existing blank note is reused first. */
export function useCreateSticky(slug: string) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const place = useWorkspaceRef(slug)
  const { mutate } = useOptimisticMutation(creatingSticky(slug))

  /** The note to write on; undefined if there is none. */
  async function create(): Promise<Sticky | undefined> {
    const read = queryClient.ensureQueryData(stickiesIn(place, ''))
    const { items } = await read.catch((error) => {
      notifyFailure(t('stickies.not_created'), error)
      return { items: undefined }
    })
    if (!items) return undefined
    const [newest] = items
    if (newest && isBlank(newest)) {
      const [title, text] = [t('stickies.not_created'), t('stickies.one_is_blank')]
      toast({ kind: 'warning', title, text })
      return newest
    }
    const sticky = draftOf(newId(), place.workspace_id, me, newest)
    mutate(sticky, {
      onSuccess: () => toast({ kind: 'success', title: t('stickies.created') }),
    })
    return sticky
  }

  return { create }
}

/** A note that is already deleted needs no change or removal. */
function unlessGone(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined
  throw error
}

export const changingSticky = (
  slug: string,
): OptimisticMutation<LoadedStickies, Change, Sticky | undefined> => ({
  query: shownIn(slug),
  send: ({ id, patch }) =>
    call(api.change, { params: { slug, id }, body: patch }).catch(unlessGone),
  apply: withChange,
  settle: (list, sticky, { id }) =>
    applyToStickies(
      list,
      sticky ? { type: 'sticky.saved', sticky } : { type: 'sticky.removed', id },
    ),
  line: ({ id }) => id,
  durable: {
    ...{ name: 'sticky.change', scope: slug },
    about: ({ id }) => [id],
    // Fails if the note was deleted, so that its text is not lost.
    replay: async ({ id, patch }) => ({
      answer: await call(api.change, { params: { slug, id }, body: patch }),
    }),
  },
  failure: 'stickies.not_updated',
})

export const useChangeSticky = (slug: string) => useOptimisticMutation(changingSticky(slug))

export const removingSticky = (
  slug: string,
): OptimisticMutation<LoadedStickies, string, null | undefined> => ({
  query: shownIn(slug),
  send: (id) => call(api.remove, { params: { slug, id } }).catch(unlessGone),
  apply: (list, id) => applyToStickies(list, { type: 'sticky.removed', id }),
  line: (id) => id,
  durable: { name: 'sticky.remove', scope: slug, about: (id) => [id], removes: true },
  failure: 'stickies.not_removed',
})

export const useRemoveSticky = (slug: string) => useOptimisticMutation(removingSticky(slug))
