import { draftsApi as api, applyDraftEvent, type Draft } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'

const PAGE = 50

interface Drafts {
  drafts: Draft[]
  total: number
}

async function readPage(slug: string, page: number, signal?: AbortSignal): Promise<Drafts> {
  const { results, total_count } = await call(api.list, {
    params: { slug },
    query: { per_page: String(PAGE), cursor: `${PAGE}:${page}:0`, order_by: '-created_at' },
    signal,
  })
  return { drafts: results, total: total_count }
}

/** One's own, the newest first, as far as they were read. */
export const draftsIn = (slug: string) =>
  queryOptions({
    queryKey: ['drafts', slug] as const,
    queryFn: ({ signal }) => readPage(slug, 0, signal),
  })

const withDrafts = (data: Drafts, drafts: Draft[]): Drafts => ({
  drafts,
  total: data.total + drafts.length - data.drafts.length,
})

export function useDrafts(slug: string) {
  const { t } = useTranslation()
  const options = draftsIn(slug)
  const [loading, setLoading] = useState(false)
  useLiveUpdates(options, (data, event) => withDrafts(data, applyDraftEvent(data.drafts, event)))
  const { data } = useQuery(options)

  async function readMore() {
    if (!data || loading) return
    setLoading(true)
    try {
      const next = await readPage(slug, Math.floor(data.drafts.length / PAGE))
      queryLayers.happen<Drafts>(options.queryKey, (before) => {
        const known = new Set(before.drafts.map(({ id }) => id))
        const fresh = next.drafts.filter(({ id }) => !known.has(id))
        return { drafts: [...before.drafts, ...fresh], total: next.total }
      })
    } catch (error) {
      notifyFailure(t('drafts.not_read'), error)
    } finally {
      setLoading(false)
    }
  }

  return { ...data, loading, readMore }
}

export const useChangeDraft = (slug: string) =>
  useOptimisticMutation({
    query: draftsIn(slug),
    send: ({ id, patch }: { id: string; patch: Partial<Draft> }) =>
      call(api.change, { params: { slug, id }, body: patch }),
    apply: (data: Drafts, { id, patch }) => ({
      ...data,
      drafts: data.drafts.map((draft) => (draft.id === id ? { ...draft, ...patch } : draft)),
    }),
    line: ({ id }) => id,
    failure: 'drafts.not_changed',
  })

export const useRemoveDraft = (slug: string) =>
  useOptimisticMutation({
    query: draftsIn(slug),
    send: (id: string) => call(api.remove, { params: { slug, id } }),
    apply: (data: Drafts, id) =>
      withDrafts(
        data,
        data.drafts.filter((draft) => draft.id !== id),
      ),
    failure: 'drafts.not_removed',
  })
