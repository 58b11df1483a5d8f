import { sessionsApi as api, type OpenSession } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'

const openSessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call(api.list),
  // The user may sign in elsewhere without this browser being notified.
  staleTime: 0,
})

export const useOpenSessions = () => useQuery({ ...openSessions, throwOnError: true }).data

export const useRevokeSession = () =>
  useOptimisticMutation({
    query: openSessions,
    send: (id: string) => call(api.revoke, { params: { id } }),
    apply: (all: OpenSession[], id) => all.filter((one) => one.id !== id),
    failure: 'sessions.not_revoked',
  })
