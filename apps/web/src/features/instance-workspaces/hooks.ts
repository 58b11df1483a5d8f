import {
  instanceWorkspacesApi as api,
  type InstanceWorkspace,
  type NewWorkspace,
} from '@cairn/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { instance } from '#entities/instance/hooks.ts'
import { pagedList, withRow } from '#entities/instance/paged-list.ts'

const workspacesBy = (search: string) =>
  pagedList('instance-workspaces', search, (query, signal) => call(api.list, { query, signal }))

export const useInstanceWorkspaces = (search: string) => useInfiniteQuery(workspacesBy(search))

/** Takes the changed workspace. */
export const useChangeStorageLimit = (search: string) =>
  useOptimisticMutation({
    query: workspacesBy(search),
    send: ({ id, storage_limit }: InstanceWorkspace) =>
      call(api.change, { params: { id }, body: { storage_limit } }),
    apply: withRow,
    settle: withRow,
    line: ({ id }) => `instance-workspace ${id}`,
    failure: 'god_mode.workspaces.storage_not_saved',
  })

export const isSlugFree = async (slug: string, signal?: AbortSignal) =>
  (await call(api.slugCheck, { query: { slug }, signal })).status

/** Works even if other users may not create one. */
export const useCreateInstanceWorkspace = () =>
  useMutation({
    mutationFn: (body: NewWorkspace) => call(api.create, { body }),
    // Whether any workspace exists is part of the instance's information.
    onSuccess: () => queryClient.invalidateQueries(instance),
  })
