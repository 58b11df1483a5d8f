import {
  projectsApi as api,
  applyProjectEvent,
  assetsApi,
  byProjectOrder,
  MEMBER,
  type NewProject,
  type Project,
  type ProjectEvent,
  type ProjectPatch,
  projectJoiningApi,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { uploadWorkspaceAsset } from '#entities/file/upload.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

export const projectsIn = (slug: string) =>
  queryOptions({
    queryKey: ['projects', slug] as const,
    queryFn: () => call(api.list, { params: { slug } }),
  })

/** All projects this person may know of, archived ones too; undefined while they are on their way. */
export function useAllProjects(slug: string): Project[] | undefined {
  const workspace = useWorkspace(slug)
  // The socket tells of every workspace one is in.
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

/** Those that are not archived. */
export function useProjects(slug: string): Project[] | undefined {
  const projects = useAllProjects(slug)
  return useMemo(() => projects?.filter(({ archived_at }) => !archived_at), [projects])
}

/** Those one works in, in one's own order. */
export function useJoinedProjects(slug: string): Project[] | undefined {
  const projects = useProjects(slug)
  return useMemo(
    () => projects?.filter(({ member_role }) => member_role !== null).sort(byProjectOrder),
    [projects],
  )
}

/** Whether one may work in it. */
export const isOpen = (project: Project | undefined): project is Project =>
  project !== undefined && project.member_role !== null && project.archived_at === null

/** Those one may create work items in. */
export const isWritable = ({ member_role }: Project) => (member_role ?? 0) >= MEMBER

export const projectMembersIn = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['project-members', slug, project_id] as const,
    queryFn: () => call(api.members, { params: { slug, project_id } }),
  })

/** Ids of those who can be given work: guests cannot. */
export function useAssignable(slug: string, project_id: string): ReadonlySet<string> {
  const { data } = useQuery({ ...projectMembersIn(slug, project_id), enabled: project_id !== '' })
  return useMemo(
    () => new Set(data?.filter(({ role }) => role >= MEMBER).map(({ member }) => member)),
    [data],
  )
}

export const isIdentifierFree = async (slug: string, name: string, signal?: AbortSignal) =>
  (await call(api.identifierCheck, { params: { slug }, query: { name }, signal })).exists === 0

/** Shown before the socket tells it. */
const note = (slug: string, event: ProjectEvent) =>
  queryLayers.happen<Project[]>(projectsIn(slug).queryKey, (projects) =>
    applyProjectEvent(projects, event),
  )

/** The same for what an answer says of some fields only. */
const notePart = (slug: string, id: string, part: Partial<Project>) =>
  queryLayers.happen<Project[]>(projectsIn(slug).queryKey, (projects) =>
    withPart(projects, id, part),
  )

const withPart = (projects: Project[], id: string, part: Partial<Project>) =>
  projects.map((project) => (project.id === id ? { ...project, ...part } : project))

async function readAgain(slug: string, project_id: string) {
  const project = await call(api.get, { params: { slug, project_id } })
  note(slug, { type: 'project.saved', project })
  return project
}

export interface WantedProject extends NewProject {
  /** A picture sent before there was a project to hang it on. */
  uploaded_cover?: string
}

export const useCreateProject = (slug: string) =>
  useMutation({
    mutationFn: async ({ uploaded_cover, ...body }: WantedProject) => {
      const project = await call(api.create, { params: { slug }, body })
      if (!uploaded_cover) return project
      const { id: project_id } = project
      const params = { slug, project_id, entity_id: project_id }
      // The project is there. Without its cover it is no worse, and the settings offer it again.
      await call(assetsApi.bindInProject, {
        params,
        body: { asset_ids: [uploaded_cover] },
      }).catch(() => undefined)
      return readAgain(slug, project_id).catch(() => project)
    },
    onSuccess: (project) => note(slug, { type: 'project.saved', project }),
  })

/** For the form of the general settings, which waits for the answer. */
export const useSaveProject = (slug: string, project_id: string) =>
  useMutation({
    mutationFn: (body: ProjectPatch) => call(api.change, { params: { slug, project_id }, body }),
    onSuccess: (project) => note(slug, { type: 'project.saved', project }),
  })

/** For switches and pickers, which apply at once. */
export const useChangeProject = (slug: string, project_id: string) =>
  useOptimisticMutation({
    query: projectsIn(slug),
    send: (body: ProjectPatch) => call(api.change, { params: { slug, project_id }, body }),
    apply: (projects: Project[], patch) => {
      const { cover_image } = patch
      const cover =
        cover_image === undefined ? {} : { cover_image_url: cover_image, cover_image_asset: null }
      return withPart(projects, project_id, { ...patch, ...cover } as Partial<Project>)
    },
    settle: (projects, project) => applyProjectEvent(projects, { type: 'project.saved', project }),
    line: () => project_id,
    failure: 'projects.not_updated',
  })

export async function uploadCover(
  slug: string,
  project_id: string,
  file: File,
  onProgress: (share: number) => void,
) {
  const where = { entity_identifier: project_id, onProgress }
  await uploadWorkspaceAsset(slug, file, 'PROJECT_COVER', where)
  await readAgain(slug, project_id)
}

/** With the role one had there, or the one in the workspace: the server knows which. */
export const useJoinProject = (slug: string) =>
  useMutation({
    mutationFn: (id: string) =>
      call(projectJoiningApi.join, { params: { slug }, body: { project_ids: [id] } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: projectsIn(slug).queryKey }),
  })

export const useArchiveProject = (slug: string, project_id: string) =>
  useMutation({
    mutationFn: () => call(api.archive, { params: { slug, project_id } }),
    onSuccess: ({ archived_at }) => notePart(slug, project_id, { archived_at, is_favorite: false }),
  })

export const useRestoreProject = (slug: string, project_id: string) =>
  useMutation({
    mutationFn: () => call(api.restore, { params: { slug, project_id } }),
    onSuccess: () => notePart(slug, project_id, { archived_at: null }),
  })

export const useRemoveProject = (slug: string, project_id: string) =>
  useMutation({
    mutationFn: () => call(api.remove, { params: { slug, project_id } }),
    onSuccess: () => note(slug, { type: 'project.removed', id: project_id }),
  })

/** One's own role, as far as this browser decides what to offer. */
export const noteOwnRole = (slug: string, project_id: string, member_role: number | null) =>
  notePart(slug, project_id, { member_role })
