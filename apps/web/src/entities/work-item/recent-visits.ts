import { recentVisitsApi as api, type VisitKind } from '@cairn/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'

/** What the user opened recently, as of when this screen was opened. */
export const useRecentVisits = (slug: string, kinds: readonly VisitKind[]) =>
  useQuery({
    queryKey: ['recent-visits', slug, ...kinds],
    queryFn: () => call(api.list, { params: { slug }, query: { entity_name: kinds.join(',') } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
