import { instanceUsersApi as api, type InstanceUser } from '@cairn/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { pagedList, withRow } from '#entities/instance/paged-list.ts'

const usersBy = (search: string) =>
  pagedList('instance-users', search, (query, signal) => call(api.list, { query, signal }))

export const useInstanceUsers = (search: string) => useInfiniteQuery(usersBy(search))

export const useDeactivateUser = (search: string) =>
  useOptimisticMutation({
    query: usersBy(search),
    send: ({ id }: InstanceUser) => call(api.deactivate, { params: { id } }),
    apply: (list, user) => withRow(list, { ...user, is_active: false }),
    line: ({ id }) => `instance-user ${id}`,
    failure: 'god_mode.users.not_deactivated',
  })

export const useReactivateUser = (search: string) =>
  useOptimisticMutation({
    query: usersBy(search),
    send: ({ id }: InstanceUser) => call(api.reactivate, { params: { id } }),
    apply: (list, user) => withRow(list, { ...user, is_active: true }),
    line: ({ id }) => `instance-user ${id}`,
    failure: 'god_mode.users.not_reactivated',
  })
