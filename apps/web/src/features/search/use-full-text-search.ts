import { fullTextSearchApi as api } from '@cairn/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import type { Question } from './search-address.ts'

/** Search results of the server; the previous ones stay while loading. */
export function useFullTextSearch(slug: string, question: Question) {
  const { q, projects, ...rest } = question
  const query = {
    search: q,
    ...Object.fromEntries(Object.entries(rest).filter((entry) => entry[1] !== undefined)),
    ...(projects.length > 0 && { projects: projects.join(',') }),
  }
  return useQuery({
    queryKey: ['full-text-search', slug, query],
    queryFn: ({ signal }) => call(api.search, { params: { slug }, query, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // Another user may have added results since.
    staleTime: 0,
  })
}
