import { recentVisitsApi as api, type VisitKind } from '@cairn/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'

/** What one opened lately, as it was when this screen was. */
export const useRecentVisits = (slug: string, kind: VisitKind | undefined) =>
  useQuery({
    queryKey: ['recent-visits', slug, kind],
    queryFn: () =>
      call(api.list, { params: { slug }, query: { ...(kind && { entity_name: kind }) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
