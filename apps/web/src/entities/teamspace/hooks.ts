import {
  teamspacesApi as api,
  applyTeamspaceEvent,
  MEMBER,
  type NewTeamspace,
  planSortOrder,
  type Teamspace,
  type TeamspacePatch,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { changing, creating, removing } from '#data/collection-actions.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import { liveCollection } from '#data/live-collection.ts'
import { isPresent, toPerson, useMemberRows, useWorkspace } from '#entities/workspace/hooks.ts'
import type { Person } from '#ui/people/avatar.tsx'

export const teamspacesIn = (slug: string) =>
  queryOptions({
    queryKey: ['teamspaces', slug] as const,
    queryFn: () => call(api.list, { params: { slug } }),
  })

const teamspaceCollection = liveCollection({
  query: teamspacesIn,
  // The live socket carries events of all the user's workspaces.
  event: (teamspaces, event, slug) =>
    event.type === 'teamspace.removed' || event.teamspace.workspace === workspaceIdOf(slug)
      ? applyTeamspaceEvent(teamspaces, event)
      : teamspaces,
  saved: (teamspace) => ({ type: 'teamspace.saved', teamspace }),
  removed: (id) => ({ type: 'teamspace.removed', id }),
})

/** The teamspaces visible to the user; undefined while loading. Guests have none. */
export function useTeamspaces(slug: string, wanted = true): Teamspace[] | undefined {
  const workspace = useWorkspace(slug)
  teamspaceCollection.useEvents(slug)
  const enabled = wanted && (workspace?.role ?? 0) >= MEMBER
  return useQuery({ ...teamspacesIn(slug), enabled }).data
}

/** Users who can be members: all of the workspace but its guests. */
export function useColleagues(slug: string): Person[] {
  const { data } = useMemberRows(slug)
  return useMemo(
    () => (data ?? []).filter((row) => isPresent(row) && row.role >= MEMBER).map(toPerson),
    [data],
  )
}

/** The lead is always a member. */
const withLead = (teamspace: Teamspace): Teamspace => {
  const { lead_id, member_ids } = teamspace
  if (lead_id === null || member_ids.includes(lead_id)) return teamspace
  return { ...teamspace, member_ids: [...member_ids, lead_id] }
}

export const useCreateTeamspace = creating(teamspaceCollection, {
  send: (slug, body: NewTeamspace) => call(api.create, { params: { slug }, body }),
  draft: (slug, body, others) => {
    const now = new Date().toISOString()
    const me = myId()
    // New ones come first.
    const [first] = others
    return withLead({
      ...{ workspace: workspaceIdOf(slug), description_html: '', logo_props: {}, lead_id: null },
      ...{ member_ids: [], project_ids: [] },
      ...{ created_at: now, updated_at: now, created_by: me, updated_by: me, deleted_at: null },
      ...{ sort_order: planSortOrder(undefined, first?.sort_order), ...body },
    })
  },
  failure: 'teamspaces.not_created',
})

export const useChangeTeamspace = changing(teamspaceCollection, {
  send: (slug, teamspace_id, body: TeamspacePatch) =>
    call(api.change, { params: { slug, teamspace_id }, body }),
  patched: (teamspace, patch) => withLead({ ...teamspace, ...patch }),
  failure: 'teamspaces.not_updated',
})

export const useRemoveTeamspace = removing(teamspaceCollection, {
  send: (slug, teamspace_id) => call(api.remove, { params: { slug, teamspace_id } }),
  failure: 'teamspaces.delete_failed',
})

/** An admin still sees it afterwards; the live event has its new state. */
export const useLeaveTeamspace = (slug: string) =>
  useMutation({
    mutationFn: (teamspace_id: string) => call(api.leave, { params: { slug, teamspace_id } }),
  })
