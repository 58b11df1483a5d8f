import {
  viewsApi as api,
  applyViewEvent,
  teamViewsApi,
  type View,
  workspaceViewsApi,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { workspaceIdOf } from '#data/known-ids.ts'
import { liveCollection } from '#data/live-collection.ts'

/** The owner of views: a project, a teamspace, or the workspace. */
export interface ViewScope {
  slug: string
  project_id: string | null
  teamspace_id?: string
}

export const viewsIn = ({ slug, project_id, teamspace_id }: ViewScope) =>
  queryOptions({
    queryKey: ['views', slug, project_id ?? teamspace_id ?? null] as const,
    queryFn: () => {
      if (teamspace_id) return call(teamViewsApi.list, { params: { slug, teamspace_id } })
      return project_id
        ? call(api.list, { params: { slug, project_id } })
        : call(workspaceViewsApi.list, { params: { slug } })
    },
  })

export const viewCollection = liveCollection({
  query: viewsIn,
  // The socket carries events of all the user's projects and workspaces.
  event: (views: View[], event, { slug, project_id, teamspace_id = null }) => {
    const isHere =
      event.type === 'view.removed'
        ? event.project_id === project_id
        : event.view.project === project_id &&
          event.view.teamspace === teamspace_id &&
          event.view.workspace === workspaceIdOf(slug)
    return isHere ? applyViewEvent(views, event) : views
  },
  saved: (view) => ({ type: 'view.saved', view }),
  removed: (id, { project_id }) => ({ type: 'view.removed', id, project_id }),
})

/** Undefined while loading; the screen of a single view shows its own error. */
export function useViews(scope: ViewScope, { throwOnError = true } = {}): View[] | undefined {
  viewCollection.useEvents(scope)
  return useQuery({ ...viewsIn(scope), throwOnError }).data
}
