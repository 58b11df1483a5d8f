import { recentVisitsApi as api, type VisitKind } from '@cairn/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'

/** What one opened lately, as it was when this screen was. */
export const useRecentVisits = (slug: string, kinds: readonly VisitKind[]) =>
  useQuery({
    queryKey: ['recent-visits', slug, ...kinds],
    queryFn: () => call(api.list, { params: { slug }, query: { entity_name: kinds.join(',') } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
