import { type Activity, historyApi as api } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'

interface ItemRef {
  slug: string
  project_id: string
  id: string
}

/** The activities, oldest first. Read again whenever the item changed. */
const historyOf = (params: ItemRef) =>
  queryOptions({
    queryKey: ['history', params.slug, params.id] as const,
    queryFn: async ({ signal }): Promise<Activity[]> => {
      const query = { activity_type: 'issue-property' }
      const entries = await call(api.list, { params, query, signal })
      return entries as Activity[]
    },
  })

export const useHistory = (place: ItemRef) => useQuery(historyOf(place)).data
