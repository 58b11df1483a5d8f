import {
  projectsApi as api,
  applyProjectEvent,
  MEMBER,
  type NewProject,
  type Project,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useWorkspace } from '#features/workspaces/hooks.ts'

export const projectsIn = (slug: string) =>
  queryOptions({
    queryKey: ['projects', slug] as const,
    queryFn: () => call(api.list, { params: { slug } }),
  })

/** All projects this person may know of; undefined while they are on their way. */
export function useProjects(slug: string): Project[] | undefined {
  const workspace = useWorkspace(slug)
  // The socket tells of every workspace one is in.
  useLiveUpdates(projectsIn(slug), (projects, event) =>
    event.project.workspace === workspace?.id ? applyProjectEvent(projects, event) : projects,
  )
  const { data } = useQuery({
    ...projectsIn(slug),
    throwOnError: true,
    enabled: Boolean(workspace),
  })
  return useMemo(() => data?.filter(({ archived_at }) => !archived_at), [data])
}

const byPlace = (a: Project, b: Project) =>
  (a.sort_order ?? 0) - (b.sort_order ?? 0) || a.name.localeCompare(b.name)

/** Those one works in, in one's own order. */
export function useJoinedProjects(slug: string): Project[] | undefined {
  const projects = useProjects(slug)
  return useMemo(
    () => projects?.filter(({ member_role }) => member_role !== null).sort(byPlace),
    [projects],
  )
}

/** Those one may create work items in. */
export const isWritable = ({ member_role }: Project) => (member_role ?? 0) >= MEMBER

const projectMembers = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['project-members', slug, project_id] as const,
    queryFn: () => call(api.members, { params: { slug, project_id } }),
  })

/** Ids of those who can be given work: guests cannot. */
export function useAssignable(slug: string, project_id: string): ReadonlySet<string> {
  const { data } = useQuery({ ...projectMembers(slug, project_id), enabled: project_id !== '' })
  return useMemo(
    () => new Set(data?.filter(({ role }) => role >= MEMBER).map(({ member }) => member)),
    [data],
  )
}

export const isIdentifierFree = async (slug: string, name: string, signal?: AbortSignal) =>
  (await call(api.identifierCheck, { params: { slug }, query: { name }, signal })).exists === 0

export const useCreateProject = (slug: string) =>
  useMutation({
    mutationFn: (body: NewProject) => call(api.create, { params: { slug }, body }),
    onSuccess: (project) => {
      queryLayers.happen<Project[]>(projectsIn(slug).queryKey, (projects) =>
        applyProjectEvent(projects, { type: 'project.saved', project }),
      )
    },
  })
