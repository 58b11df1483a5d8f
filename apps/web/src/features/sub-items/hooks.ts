import { workItemsApi as api, type WorkItem } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'

interface ItemRef {
  slug: string
  project_id: string
  id: string
}

/** Shares its cache with expanded list rows, and is updated with every list. */
const subItemsOf = (params: ItemRef) =>
  queryOptions({
    queryKey: ['work-items', params.slug, 'children', params.id] as const,
    queryFn: async ({ signal }): Promise<WorkItem[]> => {
      const { sub_issues } = await call(api.children, { params, query: {}, signal })
      return Array.isArray(sub_issues) ? sub_issues : Object.values(sub_issues).flat()
    },
  })

export const useSubItems = (place: ItemRef, enabled = true) =>
  useQuery({ ...subItemsOf(place), enabled })
