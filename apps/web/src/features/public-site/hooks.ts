import {
  publicBoardApi as api,
  type PublicItem,
  type PublicItemGroup,
  type PublicLabel,
  type PublicMeta,
  type PublicState,
} from '@cairn/contract'
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import type { BoardFilters } from './board-search.ts'
import { paramsOf } from './board-search.ts'

/** Nothing tells a visitor of changes, so what they come back to is read again. */
const fresh = { staleTime: 30_000, refetchOnWindowFocus: true } as const

const keyOf = (anchor: string) => ['public-board', anchor] as const

export const settingsOf = (anchor: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...keyOf(anchor), 'settings'] as const,
    queryFn: ({ signal }) => call(api.settings, { params: { anchor }, signal }),
  })

const metaOf = (anchor: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...keyOf(anchor), 'meta'] as const,
    queryFn: ({ signal }) => call(api.meta, { params: { anchor }, signal }),
  })

const statesOf = (anchor: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...keyOf(anchor), 'states'] as const,
    queryFn: ({ signal }) => call(api.states, { params: { anchor }, signal }),
  })

const labelsOf = (anchor: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...keyOf(anchor), 'labels'] as const,
    queryFn: ({ signal }) => call(api.labels, { params: { anchor }, signal }),
  })

const pageOf = (anchor: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...keyOf(anchor), 'page'] as const,
    queryFn: ({ signal }) => call(api.page, { params: { anchor }, signal }),
  })

export const itemOf = (anchor: string, id: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...keyOf(anchor), 'item', id] as const,
    queryFn: ({ signal }) => call(api.item, { params: { anchor, id }, signal }),
  })

const PER_GROUP = 50

const itemsOf = (anchor: string, filters: BoardFilters) =>
  queryOptions({
    ...fresh,
    queryKey: [...keyOf(anchor), 'items', filters] as const,
    queryFn: async ({ signal }) => {
      const query = {
        ...paramsOf(filters),
        ...{ group_by: 'state_id', per_page: String(PER_GROUP) },
      }
      const page = await call(api.items, { params: { anchor }, query, signal })
      const groups = page.results as Record<string, PublicItemGroup>
      return { total: page.total_count, groups }
    },
    placeholderData: keepPreviousData,
  })

export const useSettings = (anchor: string) => useQuery(settingsOf(anchor))
export const usePublicPage = (anchor: string) => useQuery(pageOf(anchor))
export const usePublicItem = (anchor: string, id: string) => useQuery(itemOf(anchor, id))
export const useMeta = (anchor: string): PublicMeta | undefined => useQuery(metaOf(anchor)).data

/** What items are drawn with. */
export interface BoardWords {
  anchor: string
  identifier: string
  states: readonly PublicState[]
  labels: ReadonlyMap<string, PublicLabel>
}

export function useBoardWords(anchor: string): BoardWords | undefined {
  const meta = useMeta(anchor)
  const { data: states } = useQuery(statesOf(anchor))
  const { data: labels } = useQuery(labelsOf(anchor))
  return useMemo(
    () =>
      meta &&
      states &&
      labels && {
        anchor,
        identifier: meta.identifier,
        states,
        labels: new Map(labels.map((label) => [label.id, label])),
      },
    [anchor, meta, states, labels],
  )
}

export const useBoardItems = (anchor: string, filters: BoardFilters) =>
  useQuery(itemsOf(anchor, filters))

/** A state's items: the first page came with the board, the others are asked for one by one. */
export function useGroupItems(
  anchor: string,
  filters: BoardFilters,
  state: string,
  first: PublicItemGroup,
) {
  const more = useInfiniteQuery({
    queryKey: [...keyOf(anchor), 'more', filters, state],
    enabled: false,
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<PublicItem[]> => {
      const query = {
        ...paramsOf(filters),
        ...{ state, per_page: String(PER_GROUP), cursor: `${PER_GROUP}:${pageParam}:0` },
      }
      return (await call(api.items, { params: { anchor }, query, signal })).results as PublicItem[]
    },
    getNextPageParam: (_last, pages) => pages.length + 1,
  })
  const { data, isFetching, fetchNextPage } = more
  return useMemo(() => {
    const known = new Map(first.results.map((item) => [item.id, item]))
    for (const page of data?.pages ?? []) for (const item of page) known.set(item.id, item)
    const items = [...known.values()]
    return {
      items,
      total: first.total_results,
      hasMore: items.length < first.total_results,
      isFetching,
      readMore: () => void fetchNextPage(),
    }
  }, [first, data, isFetching, fetchNextPage])
}

/** After one's own vote or reaction: the cards show it too. */
export function useReadBoardAgain(anchor: string) {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: [...keyOf(anchor), 'items'] })
}
