import type { Day } from '@cairn/calendar'
import {
  publicBoardApi as api,
  type PublicItem,
  type PublicItemGroup,
  type PublicLabel,
  type PublicMeta,
  type PublicProperty,
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

/** Visitors receive no events, so data is fetched again when they return. */
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

const projectsOf = (anchor: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...keyOf(anchor), 'projects'] as const,
    queryFn: ({ signal }) => call(api.projects, { params: { anchor }, signal }),
  })

const labelsOf = (anchor: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...keyOf(anchor), 'labels'] as const,
    queryFn: ({ signal }) => call(api.labels, { params: { anchor }, signal }),
  })

const propertiesOf = (anchor: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...keyOf(anchor), 'properties'] as const,
    queryFn: ({ signal }) => call(api.properties, { params: { anchor }, signal }),
  })

/** Only for values that are people. */
const membersOf = (anchor: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...keyOf(anchor), 'members'] as const,
    queryFn: ({ signal }) => call(api.members, { params: { anchor }, signal }),
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

const itemsOf = ({ anchor, isAcross }: BoardWords, filters: BoardFilters) =>
  queryOptions({
    ...fresh,
    queryKey: [...keyOf(anchor), 'items', filters] as const,
    queryFn: async ({ signal }) => {
      const query = {
        ...paramsOf(filters),
        ...{ group_by: isAcross ? 'state__group' : 'state_id', per_page: String(PER_GROUP) },
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

/** What is needed to render items. */
export interface BoardWords {
  anchor: string
  /** Items of several projects, which have their state groups in common. */
  isAcross: boolean
  /** The key of each project. */
  identifiers: ReadonlyMap<string, string>
  states: readonly PublicState[]
  labels: ReadonlyMap<string, PublicLabel>
  /** The properties of types that are displayed. */
  properties: readonly PublicProperty[]
  /** Names of the members of the projects; only if people are values. */
  members: ReadonlyMap<string, string>
}

export function useBoardWords(anchor: string, isAcross: boolean): BoardWords | undefined {
  const { data: projects } = useQuery(projectsOf(anchor))
  const { data: states } = useQuery(statesOf(anchor))
  const { data: labels } = useQuery(labelsOf(anchor))
  const { data: properties } = useQuery(propertiesOf(anchor))
  const isWithPeople = properties?.some(({ kind }) => kind === 'person') ?? false
  const { data: members } = useQuery({ ...membersOf(anchor), enabled: isWithPeople })
  return useMemo(
    () =>
      projects &&
      states &&
      labels &&
      properties && {
        anchor,
        isAcross,
        identifiers: new Map(projects.map(({ id, identifier }) => [id, identifier])),
        states,
        labels: new Map(labels.map((label) => [label.id, label])),
        properties,
        members: new Map(
          members?.map(({ member, member__display_name: name }) => [member, name] as const),
        ),
      },
    [anchor, isAcross, projects, states, labels, properties, members],
  )
}

export const useBoardItems = (words: BoardWords, filters: BoardFilters) =>
  useQuery(itemsOf(words, filters))

/**
 * The items of a state or a state group: the first page comes with the board, further pages are
 * fetched one by one.
 */
export function useGroupItems(
  { anchor, isAcross }: BoardWords,
  filters: BoardFilters,
  group: string,
  first: PublicItemGroup,
) {
  const more = useInfiniteQuery({
    queryKey: [...keyOf(anchor), 'more', filters, group],
    enabled: false,
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<PublicItem[]> => {
      const query = {
        ...paramsOf(filters),
        ...{ [isAcross ? 'state_group' : 'state']: group },
        ...{ per_page: String(PER_GROUP), cursor: `${PER_GROUP}:${pageParam}:0` },
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

/** All items, page by page. */
export function useFlatItems({ anchor }: BoardWords, filters: BoardFilters, order_by: string) {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...fresh,
    queryKey: [...keyOf(anchor), 'items', filters, 'flat', order_by],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        ...{ ...paramsOf(filters), order_by },
        ...{ per_page: String(PER_GROUP), cursor: `${PER_GROUP}:${pageParam}:0` },
      }
      const page = await call(api.items, { params: { anchor }, query, signal })
      return { items: page.results as PublicItem[], isLast: !page.next_page_results }
    },
    getNextPageParam: ({ isLast }, pages) => (isLast ? undefined : pages.length),
  })
  return {
    items: data?.pages.flatMap(({ items }) => items),
    ...{ error, hasMore: hasNextPage, isFetching, readMore: () => void fetchNextPage() },
  }
}

const PER_DAY = 30

/** Items due within a range of dates, by date. */
export const useDueItems = (
  { anchor }: BoardWords,
  filters: BoardFilters,
  { first, last }: { first: Day; last: Day },
) =>
  useQuery({
    ...fresh,
    queryKey: [...keyOf(anchor), 'items', filters, 'due', first, last],
    queryFn: async ({ signal }) => {
      const query = {
        ...{ ...paramsOf(filters), group_by: 'target_date', per_page: String(PER_DAY) },
        target_date: `${first};after,${last};before`,
      }
      const { results } = await call(api.items, { params: { anchor }, query, signal })
      return results as Record<string, PublicItemGroup>
    },
    placeholderData: keepPreviousData,
  })

export const useActivities = (anchor: string, id: string) =>
  useQuery({
    ...fresh,
    queryKey: [...keyOf(anchor), 'activities', id],
    queryFn: ({ signal }) => call(api.activities, { params: { anchor, id }, signal }),
  })

/** After the visitor votes or reacts: updates the cards too. */
export function useReadBoardAgain(anchor: string) {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: [...keyOf(anchor), 'items'] })
}
