import {
  deployBoardsApi,
  intakesApi,
  teamViewPublicationsApi as ofTeam,
  workspaceViewPublicationsApi as ofWorkspace,
  type Project,
  type PublicLayout,
  type PublishedKind,
  pagePublicationsApi,
  publicLayouts,
  type View,
  type VisitorOption,
  viewPublicationsApi,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { projectsIn } from '#entities/project/hooks.ts'
import { viewsIn } from '#entities/view/view-list.ts'

/** What is published. */
export interface PublishTarget {
  kind: PublishedKind
  slug: string
  /** Null for a view of the workspace or of a teamspace. */
  project_id: string | null
  teamspace_id?: string
  id: string
  name: string
}

/** What visitors can see and do. */
export interface PublishChoices extends Record<VisitorOption | 'is_activity_enabled', boolean> {
  layouts: readonly PublicLayout[]
  /** Visitors may submit requests to the project's intake. */
  takesRequests: boolean
}

export interface Published extends PublishChoices {
  id: string
  anchor: string
}

export const firstChoices: PublishChoices = {
  layouts: ['list', 'kanban'],
  is_comments_enabled: false,
  is_reactions_enabled: false,
  is_votes_enabled: false,
  is_activity_enabled: false,
  takesRequests: false,
}

/** Across projects visitors have read-only access. */
export const isAcross = ({ project_id }: PublishTarget) => project_id === null

const acrossCalls = ({ slug, teamspace_id, id }: PublishTarget) =>
  teamspace_id
    ? {
        get: () => call(ofTeam.get, { params: { slug, teamspace_id, id } }),
        publish: () => call(ofTeam.publish, { params: { slug, teamspace_id, id } }),
        unpublish: () => call(ofTeam.unpublish, { params: { slug, teamspace_id, id } }),
      }
    : {
        get: () => call(ofWorkspace.get, { params: { slug, id } }),
        publish: () => call(ofWorkspace.publish, { params: { slug, id } }),
        unpublish: () => call(ofWorkspace.unpublish, { params: { slug, id } }),
      }

const singleApi = { view: viewPublicationsApi, page: pagePublicationsApi }

async function readPublished(target: PublishTarget): Promise<Published | null> {
  const { kind, slug, project_id, id } = target
  if (kind === 'project' && project_id) {
    const board = await call(deployBoardsApi.current, { params: { slug, project_id } })
    if (!board.id || !board.anchor || board.is_disabled) return null
    const layouts = publicLayouts.filter((layout) => board.view_props?.[layout])
    const { id: board_id, anchor } = board
    const takesRequests = Boolean(board.intake)
    return { ...firstChoices, ...board, id: board_id, anchor, layouts, takesRequests }
  }
  try {
    const calls = kind === 'page' ? singleApi.page : singleApi.view
    const found = project_id
      ? await call(calls.get, { params: { slug, project_id, id } })
      : await acrossCalls(target).get()
    return { ...firstChoices, ...found }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

const publishedOf = (target: PublishTarget) =>
  queryOptions({
    queryKey: ['published', target.kind, target.id] as const,
    // Other users change it without an event: fetched whenever the dialog opens.
    staleTime: 0,
    queryFn: () => readPublished(target),
  })

/** Null where it is not published. */
export const usePublished = (target: PublishTarget) => useQuery(publishedOf(target))

async function save(target: PublishTarget, choices: PublishChoices, before: Published | null) {
  const { kind, slug, project_id, id } = target
  const { is_comments_enabled, is_reactions_enabled, is_votes_enabled, layouts } = choices
  const { is_activity_enabled } = choices
  const flags = {
    ...{ is_comments_enabled, is_reactions_enabled, is_votes_enabled, is_activity_enabled },
  }
  if (!project_id) return acrossCalls(target).publish()
  if (kind !== 'project') {
    const params = { slug, project_id, id }
    const calls = singleApi[kind]
    return call(before ? calls.change : calls.publish, { params, body: flags })
  }
  const view_props = Object.fromEntries(
    publicLayouts.map((layout) => [layout, layouts.some((one) => one === layout)]),
  )
  const place = { slug, project_id }
  const intake = choices.takesRequests ? (await call(intakesApi.first, { params: place })).id : null
  const body = { ...flags, view_props, intake }
  return before
    ? call(deployBoardsApi.change, { params: { ...place, id: before.id }, body })
    : call(deployBoardsApi.publish, { params: place, body })
}

/** Updates the cache before the socket event arrives. */
function noteAnchor({ kind, id, ...scope }: PublishTarget, anchor: string | null) {
  if (kind === 'project') {
    queryLayers.happen<Project[]>(projectsIn(scope.slug).queryKey, (projects) =>
      projects.map((project) => (project.id === id ? { ...project, anchor } : project)),
    )
  }
  if (kind === 'view') {
    queryLayers.happen<View[]>(viewsIn(scope).queryKey, (views) =>
      views.map((view) => (view.id === id ? { ...view, anchor } : view)),
    )
  }
}

export function usePublish(target: PublishTarget, before: Published | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (choices: PublishChoices) => save(target, choices, before),
    onSuccess: ({ id, anchor }, choices) => {
      const now: Published = { ...choices, id, anchor }
      client.setQueryData(publishedOf(target).queryKey, now)
      noteAnchor(target, anchor)
    },
  })
}

export function useUnpublish(target: PublishTarget) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (published: Published) => {
      const { kind, slug, project_id, id } = target
      if (!project_id) await acrossCalls(target).unpublish()
      else if (kind === 'project') {
        const params = { slug, project_id, id: published.id }
        await call(deployBoardsApi.unpublish, { params })
      } else {
        await call(singleApi[kind].unpublish, { params: { slug, project_id, id } })
      }
    },
    onSuccess: () => {
      client.setQueryData(publishedOf(target).queryKey, null)
      noteAnchor(target, null)
    },
  })
}
