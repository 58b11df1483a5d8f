import {
  projectsApi as api,
  applyProjectEvent,
  byProjectOrder,
  MEMBER,
  type Project,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

export const projectsIn = (slug: string) =>
  queryOptions({
    queryKey: ['projects', slug] as const,
    queryFn: () => call(api.list, { params: { slug } }),
  })

/** All projects visible to this user, including archived ones; undefined while loading. */
export function useAllProjects(slug: string): Project[] | undefined {
  const workspace = useWorkspace(slug)
  // The live socket carries events of all the user's workspaces.
  useLiveUpdates(projectsIn(slug), (projects, event) =>
    event.type === 'project.removed' || event.project.workspace === workspace?.id
      ? applyProjectEvent(projects, event)
      : projects,
  )
  const { data } = useQuery({
    ...projectsIn(slug),
    throwOnError: true,
    enabled: Boolean(workspace),
  })
  return data
}

/** Without archived ones. */
export function useProjects(slug: string): Project[] | undefined {
  const projects = useAllProjects(slug)
  return useMemo(() => projects?.filter(({ archived_at }) => !archived_at), [projects])
}

/** The user's projects, in their own order. */
export function useJoinedProjects(slug: string): Project[] | undefined {
  const projects = useProjects(slug)
  return useMemo(
    () => projects?.filter(({ member_role }) => member_role !== null).sort(byProjectOrder),
    [projects],
  )
}

/** Whether the user may work in it. */
export const isOpen = (project: Project | undefined): project is Project =>
  project !== undefined && project.member_role !== null && project.archived_at === null

/** Projects the user may create work items in. */
export const isWritable = ({ member_role }: Project) => (member_role ?? 0) >= MEMBER

export const projectMembersIn = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['project-members', slug, project_id] as const,
    queryFn: () => call(api.members, { params: { slug, project_id } }),
  })

/** Ids of users who can be assignees: guests cannot. */
export function useAssignable(slug: string, project_id: string): ReadonlySet<string> {
  const { data } = useQuery({ ...projectMembersIn(slug, project_id), enabled: project_id !== '' })
  return useMemo(
    () => new Set(data?.filter(({ role }) => role >= MEMBER).map(({ member }) => member)),
    [data],
  )
}
