import {
  serviceAccountsApi as api,
  type NewServiceAccount,
  type ServiceAccount,
  type ServiceAccountPatch,
  type ServiceAccountWithToken,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'

const accountsIn = (slug: string) =>
  queryOptions({
    queryKey: ['service-accounts', slug] as const,
    queryFn: () => call(api.list, { params: { slug } }),
    // There are no events for changes by other admins or for the last use.
    staleTime: 0,
  })

export const useServiceAccounts = (slug: string) => useQuery(accountsIn(slug))

/** The token is not cached; the dialog shows it once. */
const save = (slug: string, { token: _token, ...saved }: ServiceAccountWithToken) =>
  queryLayers.happen<ServiceAccount[]>(accountsIn(slug).queryKey, (accounts) =>
    accounts.some(({ id }) => id === saved.id)
      ? accounts.map((account) => (account.id === saved.id ? saved : account))
      : [saved, ...accounts],
  )

export const useCreateServiceAccount = (slug: string) =>
  useMutation({
    mutationFn: (body: NewServiceAccount) => call(api.create, { params: { slug }, body }),
    onSuccess: (made) => save(slug, made),
  })

export const useChangeServiceAccount = (slug: string) =>
  useMutation({
    mutationFn: ({ id, ...body }: ServiceAccountPatch & { id: string }) =>
      call(api.change, { params: { slug, id }, body }),
    onSuccess: (saved) => save(slug, { ...saved, token: '' }),
  })

export const useRenewServiceAccount = (slug: string) =>
  useMutation({
    mutationFn: ({ id, expired_at }: { id: string; expired_at: string | null }) =>
      call(api.renew, { params: { slug, id }, body: { expired_at } }),
    onSuccess: (renewed) => save(slug, renewed),
  })

export const useRevokeServiceAccount = (slug: string) =>
  useOptimisticMutation({
    query: accountsIn(slug),
    send: (id: string) => call(api.revoke, { params: { slug, id } }),
    apply: (accounts, id) => accounts.filter((account) => account.id !== id),
    failure: 'service_accounts.not_revoked',
  })
