import { instanceAdminsApi as api, type InstanceAdmin } from '@cairn/contract'
import { queryOptions, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import type { Person } from '#ui/people/avatar.tsx'

/** The admin signed in to the administration area, or null: a separate session, for an hour. */
export const adminSession = queryOptions({
  queryKey: ['admin-session'],
  queryFn: async () => (await call(api.session)).user ?? null,
})

/** Only on screens behind the gate of the administration area. */
export function useAdmin() {
  const { data: admin } = useSuspenseQuery(adminSession)
  if (!admin) throw new Error('This screen needs an administrator signed in.')
  return admin
}

export const personOf = (user: InstanceAdmin['user_detail']): Person => ({
  id: user.id,
  name: user.display_name,
  photo: user.avatar_url,
})

const admins = queryOptions({
  queryKey: ['instance-admins'],
  queryFn: () => call(api.list),
  staleTime: 0,
})

export const useInstanceAdmins = () => useQuery(admins)

export const useAddInstanceAdmin = () =>
  useMutation({
    mutationFn: (email: string) => call(api.add, { body: { email } }),
    onSuccess: (added) =>
      queryClient.setQueryData(admins.queryKey, (known = []) => [...known, added]),
  })

export const useRemoveInstanceAdmin = () =>
  useMutation({
    mutationFn: (id: string) => call(api.remove, { params: { id } }),
    onSuccess: (_, id) =>
      queryClient.setQueryData(admins.queryKey, (known = []) =>
        known.filter((admin) => admin.id !== id),
      ),
  })
