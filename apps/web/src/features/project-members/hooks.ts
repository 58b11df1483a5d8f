import {
  projectMembersApi as api,
  applyProjectMemberEvent,
  type NewProjectMembers,
  type ProjectMember,
  type Role,
  type WorkspaceMember,
} from '@cairn/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { noteOwnRole } from '#entities/project/change-hooks.ts'
import { projectMembersIn } from '#entities/project/hooks.ts'
import { isPresent, useMemberRows } from '#entities/workspace/hooks.ts'

/** A project membership with the workspace member it belongs to. */
export interface MemberOfProject {
  row: ProjectMember
  person: WorkspaceMember
}

/** The project members by display name; undefined while loading. */
export function useProjectMembers(slug: string, project_id: string): MemberOfProject[] | undefined {
  // The socket sends events of all projects the user is in.
  useLiveUpdates(projectMembersIn(slug, project_id), (members, event) => {
    const of =
      event.type === 'project_member.saved' ? event.project_member.project : event.project_id
    return of === project_id ? applyProjectMemberEvent(members, event) : members
  })
  const { data: rows } = useQuery(projectMembersIn(slug, project_id))
  const { data: people } = useMemberRows(slug)
  return useMemo(() => {
    if (!rows || !people) return undefined
    const byId = new Map(people.filter(isPresent).map((person) => [person.member.id, person]))
    return rows
      .flatMap((row) => {
        const person = byId.get(row.member)
        return person ? [{ row, person }] : []
      })
      .sort((a, b) => a.person.member.display_name.localeCompare(b.person.member.display_name))
  }, [rows, people])
}

interface RoleChange {
  row: ProjectMember
  role: Role
}

export const useChangeProjectRole = (slug: string, project_id: string) =>
  useOptimisticMutation({
    query: projectMembersIn(slug, project_id),
    send: ({ row, role }: RoleChange) =>
      call(api.change, { params: { slug, project_id, id: row.id }, body: { role } }),
    // Only the role: the rest of the row may have changed since the menu was opened.
    apply: (members: ProjectMember[], { row, role }) =>
      members.map((one) => (one.id === row.id ? { ...one, role } : one)),
    line: ({ row }) => row.id,
    failure: 'project_settings.members.role_not_changed',
  })

const apply = (
  slug: string,
  project_id: string,
  change: (members: ProjectMember[]) => ProjectMember[],
) => queryLayers.happen<ProjectMember[]>(projectMembersIn(slug, project_id).queryKey, change)

export const useAddProjectMembers = (slug: string, project_id: string) =>
  useMutation({
    mutationFn: (body: NewProjectMembers) => call(api.add, { params: { slug, project_id }, body }),
    onSuccess: (added) =>
      apply(slug, project_id, (members) =>
        added.reduce(
          (list, project_member) =>
            applyProjectMemberEvent(list, { type: 'project_member.saved', project_member }),
          members,
        ),
      ),
  })

export const useRemoveProjectMember = (slug: string, project_id: string) =>
  useMutation({
    mutationFn: ({ id }: ProjectMember) => call(api.remove, { params: { slug, project_id, id } }),
    onSuccess: (_, { id }) =>
      apply(slug, project_id, (members) =>
        applyProjectMemberEvent(members, { type: 'project_member.removed', id, project_id }),
      ),
  })

export const useLeaveProject = (slug: string, project_id: string) =>
  useMutation({
    mutationFn: () => call(api.leave, { params: { slug, project_id } }),
    onSuccess: () => noteOwnRole(slug, project_id, null),
  })
