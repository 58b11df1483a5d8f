import { workItemsApi as api, type WorkItem } from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { applyToChildren } from '#entities/work-item-list/use-children.ts'

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

export const useDetachSubItem = (parent: ItemRef) =>
  useOptimisticMutation({
    query: subItemsOf(parent),
    send: ({ id, project_id }: WorkItem) =>
      call(api.change, {
        params: { slug: parent.slug, project_id, id },
        body: { parent_id: null },
      }),
    apply: (items: WorkItem[], { id }) => items.filter((item) => item.id !== id),
    line: ({ id }) => id,
    failure: 'sub_items.not_updated',
  })

export const useAddSubItems = (parent: ItemRef) =>
  useMutation({
    mutationFn: (sub_issue_ids: string[]) =>
      call(api.addChildren, { params: parent, body: { sub_issue_ids } }),
    onSuccess: ({ sub_issues }) => {
      const added = Array.isArray(sub_issues) ? sub_issues : Object.values(sub_issues).flat()
      const { queryKey } = subItemsOf(parent)
      queryLayers.happen<WorkItem[]>(queryKey, (items) =>
        added.reduce(
          (all, work_item) =>
            applyToChildren(all, parent.id, { type: 'work_item.saved', work_item }),
          items,
        ),
      )
      void queryClient.invalidateQueries({ queryKey, exact: true })
    },
  })
