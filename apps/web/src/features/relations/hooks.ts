import {
  relationsApi as api,
  type RelationEntry,
  type Relations,
  type RelationType,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'

interface ItemRef {
  slug: string
  project_id: string
  id: string
}

/** Fetched again whenever an event of one of the two items arrives. */
export const relationsOf = (params: ItemRef) =>
  queryOptions({
    queryKey: ['relations', params.slug, params.id] as const,
    queryFn: ({ signal }) => call(api.list, { params, signal }),
  })

/** The four types a user can choose. */
export const offered = ['relates_to', 'duplicate', 'blocked_by', 'blocking'] as const
export type OfferedRelation = (typeof offered)[number]

export const useRelations = (place: ItemRef) => useQuery(relationsOf(place)).data

export const useAddRelations = (params: ItemRef) =>
  useMutation({
    mutationFn: ({ type, ids }: { type: OfferedRelation; ids: string[] }) =>
      call(api.create, { params, body: { relation_type: type, issues: ids } }),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: relationsOf(params).queryKey, exact: true }),
  })

const without = (relations: Relations, { id, relation_type }: RelationEntry): Relations => ({
  ...relations,
  [relation_type]: relations[relation_type as RelationType].filter((one) => one.id !== id),
})

export const useRemoveRelation = (params: ItemRef) =>
  useOptimisticMutation({
    query: relationsOf(params),
    send: ({ id: related_issue, relation_type }: RelationEntry) =>
      call(api.remove, { params, body: { related_issue, relation_type } }),
    apply: without,
    failure: 'relations.not_removed',
  })
