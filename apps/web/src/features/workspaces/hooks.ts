import { workspacesApi as api, type NewWorkspace, type WorkspaceMember } from '@cairn/contract'
import { queryOptions, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import type { Person } from '#ui/avatar.tsx'

export const workspaces = queryOptions({
  queryKey: ['workspaces'],
  queryFn: () => call(api.list),
})

export const useWorkspaces = () => useSuspenseQuery(workspaces).data

export const useWorkspace = (slug: string) =>
  useWorkspaces().find((workspace) => workspace.slug === slug)

const membersIn = (slug: string) =>
  queryOptions({
    queryKey: ['members', slug],
    queryFn: () => call(api.members, { params: { slug } }),
  })

const toPerson = ({ member }: WorkspaceMember): Person => ({
  id: member.id,
  name: member.display_name,
  photo: member.avatar_url,
})

/** Everybody the workspace knows, also who has left: history needs their names. */
export function usePeople(slug: string): ReadonlyMap<string, Person> {
  const { data } = useQuery(membersIn(slug))
  return useMemo(() => new Map(data?.map((row) => [row.member.id, toPerson(row)])), [data])
}

export function useActivePeople(slug: string): Person[] {
  const { data } = useQuery(membersIn(slug))
  return useMemo(
    () => (data ?? []).filter((row) => row.is_active && !row.member.is_bot).map(toPerson),
    [data],
  )
}

export const isSlugFree = async (slug: string, signal?: AbortSignal) =>
  (await call(api.slugCheck, { query: { slug }, signal })).status

export const useCreateWorkspace = () =>
  useMutation({
    mutationFn: (body: NewWorkspace) => call(api.create, { body }),
    onSuccess: (workspace) => {
      queryClient.setQueryData(workspaces.queryKey, (known = []) => [...known, workspace])
    },
  })
