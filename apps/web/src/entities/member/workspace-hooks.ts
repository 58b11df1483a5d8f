import {
  workspaceMembersApi as api,
  applyWorkspaceMemberEvent,
  type Role,
  type WorkspaceMember,
} from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { isPresent, membersIn, useMemberRows } from '#entities/workspace/hooks.ts'

const byDisplayName = (a: WorkspaceMember, b: WorkspaceMember) =>
  a.member.display_name.localeCompare(b.member.display_name)

/** The members of the workspace, by display name; undefined while loading. */
export function usePresentMembers(slug: string): WorkspaceMember[] | undefined {
  const { data, refetch } = useMemberRows(slug)
  // Members loaded while the user was a guest lack the emails they may see by now.
  const incomplete = data?.some(({ member }) => member.email === undefined)
  useEffect(() => {
    if (incomplete) void refetch()
  }, [incomplete, refetch])
  return useMemo(() => data?.filter(isPresent).sort(byDisplayName), [data])
}

const withRow = (members: WorkspaceMember[], workspace_member: WorkspaceMember) =>
  applyWorkspaceMemberEvent(members, { type: 'workspace_member.saved', workspace_member })

interface RoleChange {
  row: WorkspaceMember
  role: Role
}

export const useChangeRole = (slug: string) =>
  useOptimisticMutation({
    query: membersIn(slug),
    send: ({ row, role }: RoleChange) =>
      call(api.change, { params: { slug, id: row.id }, body: { role } }),
    // Only the role: the rest of the row may have changed since the menu was opened.
    apply: (members: WorkspaceMember[], { row, role }) =>
      members.map((one) => (one.id === row.id ? { ...one, role } : one)),
    settle: withRow,
    line: ({ row }) => row.id,
    failure: 'members.role_not_changed',
  })

export const useRemoveMember = (slug: string) =>
  useMutation({
    mutationFn: ({ id }: WorkspaceMember) => call(api.remove, { params: { slug, id } }),
    onSuccess: (_, row) =>
      queryLayers.happen<WorkspaceMember[]>(membersIn(slug).queryKey, (members) =>
        withRow(members, { ...row, is_active: false }),
      ),
  })
