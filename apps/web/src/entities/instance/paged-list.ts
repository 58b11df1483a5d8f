import type { InstanceListQuery, Page } from '@cairn/contract'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'

type Read<Row> = (query: InstanceListQuery, signal: AbortSignal) => Promise<Page<Row[]>>

/** A list the server gives ten rows at a time. */
export const pagedList = <Row>(name: string, search: string, read: Read<Row>) =>
  infiniteQueryOptions({
    queryKey: [name, search],
    queryFn: ({ pageParam, signal }) => read({ search, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => (page.next_page_results ? page.next_cursor : undefined),
    // Keeps the old rows while the next search loads.
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const withRow = <Row extends { id: string }>(
  list: InfiniteData<Page<Row[]>>,
  changed: Row,
): InfiniteData<Page<Row[]>> => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    results: page.results.map((row) => (row.id === changed.id ? changed : row)),
  })),
})
