import {
  teamspacesApi as api,
  applyTeamspaceEvent,
  MEMBER,
  type NewTeamspace,
  type Teamspace,
  type TeamspaceEvent,
  type TeamspacePatch,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { isPresent, toPerson, useMemberRows, useWorkspace } from '#entities/workspace/hooks.ts'
import type { Person } from '#ui/people/avatar.tsx'

const teamspacesIn = (slug: string) =>
  queryOptions({
    queryKey: ['teamspaces', slug] as const,
    queryFn: () => call(api.list, { params: { slug } }),
  })

/** Those one sees; undefined until they are known. Guests have none. */
export function useTeamspaces(slug: string, wanted = true): Teamspace[] | undefined {
  const workspace = useWorkspace(slug)
  // The socket tells of every workspace one is in.
  useLiveUpdates(teamspacesIn(slug), (teamspaces, event) =>
    event.type === 'teamspace.removed' || event.teamspace.workspace === workspace?.id
      ? applyTeamspaceEvent(teamspaces, event)
      : teamspaces,
  )
  const enabled = wanted && (workspace?.role ?? 0) >= MEMBER
  return useQuery({ ...teamspacesIn(slug), enabled }).data
}

/** Those who can be in one: all of the workspace but its guests. */
export function useColleagues(slug: string): Person[] {
  const { data } = useMemberRows(slug)
  return useMemo(
    () => (data ?? []).filter((row) => isPresent(row) && row.role >= MEMBER).map(toPerson),
    [data],
  )
}

/** Shown before the socket tells it. */
const note = (slug: string, event: TeamspaceEvent) =>
  queryLayers.happen<Teamspace[]>(teamspacesIn(slug).queryKey, (teamspaces) =>
    applyTeamspaceEvent(teamspaces, event),
  )

export const useSaveTeamspace = (slug: string, teamspace_id: string | undefined) =>
  useMutation({
    mutationFn: (body: NewTeamspace & TeamspacePatch) =>
      teamspace_id
        ? call(api.change, { params: { slug, teamspace_id }, body })
        : call(api.create, { params: { slug }, body }),
    onSuccess: (teamspace) => note(slug, { type: 'teamspace.saved', teamspace }),
  })

export const useRemoveTeamspace = (slug: string) =>
  useMutation({
    mutationFn: (teamspace_id: string) => call(api.remove, { params: { slug, teamspace_id } }),
    onSuccess: (_, id) => note(slug, { type: 'teamspace.removed', id }),
  })

/** An admin still sees it afterwards; the socket tells how it is then. */
export const useLeaveTeamspace = (slug: string) =>
  useMutation({
    mutationFn: (teamspace_id: string) => call(api.leave, { params: { slug, teamspace_id } }),
  })
