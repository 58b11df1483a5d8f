import { instanceWorkspacesApi as api, type NewWorkspace } from '@cairn/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import { instance } from '#features/instance/hooks.ts'
import { pagedList } from '#features/instance/paged-list.ts'

export const useInstanceWorkspaces = (search: string) =>
  useInfiniteQuery(
    pagedList('instance-workspaces', search, (query, signal) => call(api.list, { query, signal })),
  )

export const isSlugFree = async (slug: string, signal?: AbortSignal) =>
  (await call(api.slugCheck, { query: { slug }, signal })).status

/** Works also while nobody else may create one. */
export const useCreateInstanceWorkspace = () =>
  useMutation({
    mutationFn: (body: NewWorkspace) => call(api.create, { body }),
    // Whether there is any workspace is among the instance's own information.
    onSuccess: () => queryClient.invalidateQueries(instance),
  })
