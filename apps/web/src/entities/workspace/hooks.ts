import {
  workspacesApi as api,
  applyWorkspaceEvent,
  applyWorkspaceMemberEvent,
  type WorkspaceMember,
} from '@cairn/contract'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { workspacesKey } from '#data/known-ids.ts'
import { queryClient } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import type { Person } from '#ui/people/avatar.tsx'

export const workspaces = queryOptions({
  queryKey: workspacesKey,
  queryFn: () => call(api.list, {}),
})

export function useWorkspaces() {
  useLiveUpdates(workspaces, applyWorkspaceEvent)
  return useSuspenseQuery(workspaces).data
}

export const useWorkspace = (slug: string) =>
  useWorkspaces().find((workspace) => workspace.slug === slug)

export const membersIn = (slug: string) =>
  queryOptions({
    queryKey: ['workspace-members', slug] as const,
    queryFn: () => call(api.members, { params: { slug } }),
  })

/** All rows, including members who have left. */
export function useMemberRows(slug: string) {
  // The live socket carries events of all the user's workspaces.
  useLiveUpdates(membersIn(slug), (members, event) =>
    event.workspace_member.workspace.slug === slug
      ? applyWorkspaceMemberEvent(members, event)
      : members,
  )
  return useQuery(membersIn(slug))
}

export const isPresent = ({ is_active, member }: WorkspaceMember) => is_active && !member.is_bot

export const toPerson = ({ member }: WorkspaceMember): Person => ({
  id: member.id,
  name: member.display_name,
  photo: member.avatar_url,
  isBot: member.is_bot,
  email: member.email,
})

/** All users known to the workspace, including those who left: history needs their names. */
export function usePeople(slug: string): ReadonlyMap<string, Person> {
  const { data } = useMemberRows(slug)
  return useMemo(() => new Map(data?.map((row) => [row.member.id, toPerson(row)])), [data])
}

export function useActivePeople(slug: string): Person[] {
  const { data } = useMemberRows(slug)
  return useMemo(() => (data ?? []).filter(isPresent).map(toPerson), [data])
}

/** Data of a workspace the user has left must not stay in memory. */
export const forgetWorkspace = (slug: string) =>
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) => queryKey[1] === slug,
  })
