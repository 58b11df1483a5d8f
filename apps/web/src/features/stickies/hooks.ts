import { stickiesApi as api, type Sticky } from '@cairn/contract'
import { type Colour, colours } from '@cairn/editor'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { type QueryOf, useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
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

/** A workspace: its address names it, its events its id. */
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

/** One's own notes, as far as they were read. */
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

/** Every list of notes that was looked at: what changes changes in all of them. */
const shownIn = (slug: string) => () =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: ['sticky', slug] })
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey }) => ({ queryKey }) as unknown as QueryOf<LoadedStickies>)

const anyColour = (): Colour => colours[Math.floor(Math.random() * colours.length)] ?? 'gray'

/** A new note on top of the others; one that is still blank is written on first. */
export function useCreateSticky(slug: string) {
  const { t } = useTranslation()
  const place = useWorkspaceRef(slug)
  const [busy, setBusy] = useState(false)

  /** The note to write on now; undefined where there is none. */
  async function create(): Promise<Sticky | undefined> {
    if (busy) return undefined
    setBusy(true)
    try {
      const [newest] = (await queryClient.ensureQueryData(stickiesIn(place, ''))).items
      if (newest && isBlank(newest)) {
        const [title, text] = [t('stickies.not_created'), t('stickies.one_is_blank')]
        toast({ kind: 'warning', title, text })
        return newest
      }
      const body = { background_color: anyColour() }
      const sticky = await call(api.create, { params: { slug }, body })
      for (const { queryKey } of shownIn(slug)()) {
        queryLayers.happen<LoadedStickies>(queryKey, (list) =>
          applyToStickies(list, { type: 'sticky.saved', sticky }),
        )
      }
      toast({ kind: 'success', title: t('stickies.created') })
      return sticky
    } catch (error) {
      notifyFailure(t('stickies.not_created'), error)
      return undefined
    } finally {
      setBusy(false)
    }
  }

  return { create, busy }
}

/** What is gone already needs no change and no removal. */
function unlessGone(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined
  throw error
}

export const useChangeSticky = (slug: string) =>
  useOptimisticMutation({
    query: shownIn(slug),
    send: ({ id, patch }: Change) =>
      call(api.change, { params: { slug, id }, body: patch }).catch(unlessGone),
    apply: withChange,
    settle: (list: LoadedStickies, sticky, { id }) =>
      applyToStickies(
        list,
        sticky ? { type: 'sticky.saved', sticky } : { type: 'sticky.removed', id },
      ),
    line: ({ id }) => id,
    failure: 'stickies.not_updated',
  })

export const useRemoveSticky = (slug: string) =>
  useOptimisticMutation({
    query: shownIn(slug),
    send: (id: string) => call(api.remove, { params: { slug, id } }).catch(unlessGone),
    apply: (list: LoadedStickies, id) => applyToStickies(list, { type: 'sticky.removed', id }),
    line: (id) => id,
    failure: 'stickies.not_removed',
  })
