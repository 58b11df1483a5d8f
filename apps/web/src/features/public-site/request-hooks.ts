import { publicIntakeApi as api, type PublicRequest } from '@cairn/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'

/** The intake a board takes requests for. */
export interface RequestRef {
  anchor: string
  intake_id: string
}

const requestsOf = (params: RequestRef) =>
  queryOptions({
    staleTime: 0,
    queryKey: ['public-board', params.anchor, 'requests'] as const,
    queryFn: ({ signal }) => call(api.list, { params, signal }),
  })

/** The visitor's own requests; undefined while loading. */
export const useRequests = (place: RequestRef) => useQuery(requestsOf(place)).data

interface Words {
  /** Id of an existing request. */
  row: string | undefined
  name: string
  description_html: string
}

export function useSaveRequest(params: RequestRef) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ row, ...issue }: Words) =>
      row
        ? call(api.change, { params: { ...params, id: row }, body: { issue } })
        : call(api.create, { params, body: { issue } }),
    onSuccess: (saved) =>
      client.setQueryData(requestsOf(params).queryKey, (requests: PublicRequest[] = []) => [
        saved,
        ...requests.filter(({ id }) => id !== saved.id),
      ]),
  })
}

export const useRemoveRequest = (params: RequestRef) =>
  useOptimisticMutation({
    query: requestsOf(params),
    send: (row: string) => call(api.remove, { params: { ...params, id: row } }),
    apply: (requests: PublicRequest[], row) =>
      requests.filter(({ issue_intake }) => issue_intake[0]?.id !== row),
    failure: 'public_site.request_not_removed',
  })
