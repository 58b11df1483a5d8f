import { descriptionVersionsApi as api } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'

interface ItemRef {
  slug: string
  project_id: string
  id: string
}

/** Newest first. Read again whenever the item changed. */
const versionsOf = (params: ItemRef) =>
  queryOptions({
    queryKey: ['description-versions', params.slug, params.id] as const,
    queryFn: async ({ signal }) => (await call(api.list, { params, query: {}, signal })).results,
  })

export const useVersions = (place: ItemRef) => useQuery(versionsOf(place)).data

export const useVersion = (params: ItemRef, version_id: string) =>
  useQuery({
    queryKey: ['description-version', params.slug, params.id, version_id],
    queryFn: ({ signal }) => call(api.get, { params: { ...params, version_id }, signal }),
    // The newest one goes on changing while its author writes.
    staleTime: 0,
  })
