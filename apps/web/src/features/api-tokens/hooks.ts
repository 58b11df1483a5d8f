import { type ApiToken, apiTokensApi as api, type NewApiToken } from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'

const apiTokens = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: () => call(api.list),
})

export const useApiTokens = () => useQuery({ ...apiTokens, throwOnError: true }).data

/** As of when they are opened. */
export const useTokenRequests = (id: string) =>
  useQuery({
    queryKey: ['api-token-requests', id],
    queryFn: () => call(api.requests, { params: { id } }),
    staleTime: 0,
  })

export const useCreateApiToken = () =>
  useMutation({
    mutationFn: (body: NewApiToken) => call(api.create, { body }),
    // The secret stays with the dialog that shows it once.
    onSuccess: ({ token: _secret, ...created }) =>
      queryLayers.happen<ApiToken[]>(apiTokens.queryKey, (tokens) => [
        created,
        ...tokens.filter(({ id }) => id !== created.id),
      ]),
  })

export const useRemoveApiToken = () =>
  useOptimisticMutation({
    query: apiTokens,
    send: (id: string) => call(api.remove, { params: { id } }),
    apply: (tokens, id) => tokens.filter((one) => one.id !== id),
    failure: 'api_tokens.not_removed',
  })
