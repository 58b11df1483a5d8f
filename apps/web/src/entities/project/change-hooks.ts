import {
  projectsApi as api,
  applyProjectEvent,
  assetsApi,
  type NewProject,
  type Project,
  type ProjectEvent,
  type ProjectPatch,
  projectJoiningApi,
  projectMembersApi,
  projectTemplatesApi,
} from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { uploadWorkspaceAsset } from '#entities/file/upload.ts'
import { projectsIn } from './hooks.ts'

export const isIdentifierFree = async (slug: string, name: string, signal?: AbortSignal) =>
  (await call(api.identifierCheck, { params: { slug }, query: { name }, signal })).exists === 0

/** Shown before the socket event arrives. */
const note = (slug: string, event: ProjectEvent) =>
  queryLayers.happen<Project[]>(projectsIn(slug).queryKey, (projects) =>
    applyProjectEvent(projects, event),
  )

/** The same for a response with only some fields. */
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

/** List settings of a new project for its creator. */
const firstLook = {
  ...{ layout: 'list', group_by: 'state', order_by: '-created_at', type: null },
  ...{ sub_issue: true, show_empty_groups: true },
}

export interface WantedProject extends NewProject {
  /** An image uploaded before the project existed. */
  uploaded_cover?: string
  /** Sets it up like this. */
  template_id?: string | undefined
}

export const useCreateProject = (slug: string) =>
  useMutation({
    mutationFn: async ({ uploaded_cover, template_id: id, ...body }: WantedProject) => {
      const project = id
        ? await call(projectTemplatesApi.use, { params: { slug, id }, body })
        : await call(api.create, { params: { slug }, body })
      const { id: project_id } = project
      // The creator sees the list grouped by state; if saving that fails, it is just ungrouped.
      await call(projectMembersApi.changeProperties, {
        params: { slug, project_id },
        body: { display_filters: firstLook },
      }).catch(() => undefined)
      if (!uploaded_cover) return project
      const params = { slug, project_id, entity_id: project_id }
      // The project exists; if this fails, it has no cover, which the settings offer again.
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
    failure: 'messages.project_not_saved',
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

/** With the user's former role there, or the workspace role: the server decides. */
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

/** The user's role, by which this browser decides what to offer. */
export const noteOwnRole = (slug: string, project_id: string, member_role: number | null) =>
  notePart(slug, project_id, { member_role })
