import {
  intakeItemsApi as api,
  type IntakeEvent,
  type IntakeItem,
  type IntakeItemDetail,
  type IntakeItemPatch,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#data/api.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { type MaybeStale, markedStale } from '#data/stale-marks.ts'
import { useFresh } from '#data/use-fresh.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { type QueryOf, useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import { type IntakeView, toQuery } from './intake-view.ts'
import { applyToItems, type LoadedItems, rowOf, withPage } from './loaded-items.ts'

export interface IntakeRef {
  slug: string
  project_id: string
}

const PAGE = 10
/** How many are refetched at once after they were loaded page by page. */
const MAX = 1000

async function readPage(
  params: IntakeRef,
  view: IntakeView,
  { size = PAGE, page = 0, signal }: { size?: number; page?: number; signal?: AbortSignal },
) {
  const paging = { per_page: String(size), cursor: `${size}:${page}:0` }
  const query = { ...toQuery(view, todayHere()), ...paging }
  const { results, total_results } = await call(api.list, { params, query, signal })
  return { items: results, total: total_results }
}

const listIn = ({ slug, project_id }: IntakeRef, view: IntakeView) => {
  const queryKey = ['intake-items', slug, project_id, view] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<LoadedItems> => {
      const { items = [] } = queryClient.getQueryData<LoadedItems>(queryKey) ?? {}
      const size = Math.min(Math.max(Math.ceil(items.length / PAGE), 1) * PAGE, MAX)
      const page = await readPage({ slug, project_id }, view, { size, signal })
      return { project_id, view, ...page }
    },
    // Accepted items keep changing as work items.
    staleTime: 0,
  })
}

/** The loaded items of a tab. */
export function useIntakeItems(place: IntakeRef, view: IntakeView) {
  const options = listIn(place, view)
  const [paging, setPaging] = useState<'idle' | 'reading' | 'failed'>('idle')
  useLiveUpdates(options, (list, event) => applyToItems(list, event))
  const { data, error, refetch } = useQuery(options)
  useFresh(data, options.queryKey)

  async function readMore() {
    if (!data || paging === 'reading') return
    setPaging('reading')
    try {
      const page = Math.floor(data.items.length / PAGE)
      const next = await readPage(place, view, { page })
      queryLayers.happen<LoadedItems>(options.queryKey, (list) => withPage(list, next))
      setPaging('idle')
    } catch {
      setPaging('failed')
    }
  }

  return {
    items: data?.items,
    total: data?.total,
    hasMore: data !== undefined && data.items.length < data.total,
    isFailed: error !== null && !data,
    paging,
    readMore: () => void readMore(),
    retry: () => void refetch(),
  }
}

export type OpenIntakeItem = IntakeItemDetail & MaybeStale

const itemIn = ({ slug, project_id }: IntakeRef, id: string) =>
  queryOptions({
    queryKey: ['intake-items', slug, project_id, 'one', id] as const,
    queryFn: ({ signal }): Promise<OpenIntakeItem> =>
      call(api.get, { params: { slug, project_id, id }, query: {}, signal }),
  })

function applyToItem(item: OpenIntakeItem, event: IntakeEvent): OpenIntakeItem {
  if (event.type === 'intake_item.removed') {
    return event.issue === item.issue.id ? markedStale(item) : item
  }
  const { issue, ...entry } = event.intake_item
  if (issue.id !== item.issue.id) return item
  return markedStale({ ...item, ...entry, issue: { ...item.issue, ...issue } })
}

/** Other data about an item: read again when it changed. */
const saidOf = (slug: string, id: string) => [
  ['history', slug, id],
  ['description-versions', slug, id],
]

export function useIntakeItem(place: IntakeRef, id: string) {
  const options = itemIn(place, id)
  useLiveUpdates(options, applyToItem)
  const query = useQuery(options)
  useFresh(query.data, options.queryKey, ...saidOf(place.slug, id))
  return query
}

type Shown = LoadedItems | OpenIntakeItem

const isList = (shown: Shown): shown is LoadedItems => 'items' in shown

/** Every cached list and item of the project. */
const shownIn =
  ({ slug, project_id }: IntakeRef) =>
  () =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: ['intake-items', slug, project_id] })
      .filter(({ state }) => state.data !== undefined)
      .map(({ queryKey }) => ({ queryKey }) as QueryOf<Shown>)

interface Change {
  item: IntakeItemDetail
  patch: IntakeItemPatch
}

/** The item after a change, as far as known before the response. */
function after({ item, patch }: Change): IntakeItemDetail {
  const { issue, ...standing } = patch
  return { ...item, ...standing, issue: { ...item.issue, ...seenOf(issue) } as typeof item.issue }
}

/** State, cycle and modules are shown after the response. */
function seenOf(issue: IntakeItemPatch['issue'] = {}) {
  const { state_id, cycle_id, module_ids, description_binary, description, ...seen } = issue
  return seen
}

const saved = (intake_item: IntakeItem): IntakeEvent => ({ type: 'intake_item.saved', intake_item })

/** Edits and decisions: shown everywhere at once, and reverted together. */
export const useChangeIntakeItem = (place: IntakeRef) =>
  useOptimisticMutation({
    query: shownIn(place),
    send: ({ item, patch }: Change) =>
      call(api.change, { params: { ...place, id: item.issue.id }, body: patch }),
    apply: (shown: Shown, change) => {
      if (isList(shown)) return applyToItems(shown, saved(rowOf(after(change))))
      if (shown.issue.id !== change.item.issue.id) return shown
      return { ...shown, ...after({ ...change, item: shown }) }
    },
    settle: (shown, answer) => {
      if (isList(shown)) return applyToItems(shown, saved(rowOf(answer)))
      return shown.issue.id === answer.issue.id ? answer : shown
    },
    line: ({ item }) => item.issue.id,
    failure: 'intake.not_changed',
  })

/** For texts, which are saved while typing. */
export async function saveIntakeText(
  place: IntakeRef,
  id: string,
  issue: NonNullable<IntakeItemPatch['issue']>,
  { leaving }: { leaving: boolean },
) {
  const params = { ...place, id }
  const answer = await call(api.change, { params, body: { issue }, keepalive: leaving })
  queryLayers.happen<OpenIntakeItem>(itemIn(place, id).queryKey, () => answer)
}

/** The server has it already: it was written in the shared document. */
export const noteIntakeDescription = (place: IntakeRef, id: string, description_html: string) =>
  queryLayers.happen<OpenIntakeItem>(itemIn(place, id).queryKey, (item) => ({
    ...item,
    issue: { ...item.issue, description_html },
  }))

export const useRemoveIntakeItem = (place: IntakeRef) =>
  useOptimisticMutation({
    query: shownIn(place),
    send: (id: string) => call(api.remove, { params: { ...place, id } }),
    apply: (shown: Shown, issue) =>
      isList(shown)
        ? applyToItems(shown, {
            type: 'intake_item.removed',
            issue,
            project_id: place.project_id,
          })
        : shown,
    failure: 'intake.not_deleted',
  })
