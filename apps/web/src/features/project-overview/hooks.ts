import {
  projectOverviewApi as api,
  applyProjectLinkEvent,
  type NewProjectLink,
  type ProjectLink,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { changing, creating, removing } from '#data/collection-actions.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import { liveCollection, type ProjectRef } from '#data/live-collection.ts'
import { useReadAgain } from '#data/use-read-again.ts'
import { useFollowItems } from '#entities/progress/use-follow-items.ts'

const overviewOf = ({ slug, project_id }: ProjectRef) =>
  queryOptions({
    queryKey: ['project-overview', slug, project_id] as const,
    queryFn: () => call(api.get, { params: { slug, project_id } }),
    // Edits of pages emit no socket event.
    staleTime: 0,
  })

/** Computed by the server: fetched again when items, pages or initiatives change. */
export function useProjectOverview(place: ProjectRef) {
  const { queryKey } = overviewOf(place)
  useFollowItems(place.project_id, [queryKey])
  useReadAgain([queryKey], ({ type }) => /^(page|initiative)\./.test(type))
  return useQuery(overviewOf(place))
}

const linksOf = ({ slug, project_id }: ProjectRef) =>
  queryOptions({
    queryKey: ['project-links', slug, project_id] as const,
    queryFn: () => call(api.links, { params: { slug, project_id } }),
  })

const linkCollection = liveCollection({
  query: linksOf,
  event: (links: ProjectLink[], event, { project_id }) => {
    const of = event.type === 'project_link.saved' ? event.link.project : event.project_id
    return of === project_id ? applyProjectLinkEvent(links, event) : links
  },
  saved: (link) => ({ type: 'project_link.saved', link }),
  removed: (id, { project_id }) => ({ type: 'project_link.removed', id, project_id }),
})

export function useProjectLinks(place: ProjectRef): readonly ProjectLink[] | undefined {
  linkCollection.useEvents(place)
  return useQuery(linksOf(place)).data
}

export const useCreateProjectLink = creating(linkCollection, {
  send: (params, body: NewProjectLink) => call(api.addLink, { params, body }),
  draft: ({ slug, project_id }, { id, url, title = null }): ProjectLink => {
    const now = new Date().toISOString()
    const me = myId()
    return {
      ...{ id, url, title, project: project_id, workspace: workspaceIdOf(slug) },
      ...{ created_at: now, updated_at: now, created_by: me, updated_by: me, deleted_at: null },
    }
  },
  failure: 'overview.link_not_saved',
})

export const useChangeProjectLink = changing(linkCollection, {
  send: (params, id, body: NewProjectLink) =>
    call(api.changeLink, { params: { ...params, id }, body }),
  failure: 'overview.link_not_saved',
})

export const useRemoveProjectLink = removing(linkCollection, {
  send: (params, id) => call(api.removeLink, { params: { ...params, id } }),
  failure: 'overview.link_not_deleted',
})
