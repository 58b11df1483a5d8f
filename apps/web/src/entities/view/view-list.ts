import {
  viewsApi as api,
  applyViewEvent,
  teamViewsApi,
  type View,
  workspaceViewsApi,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

/** Whose views: a project's, a teamspace's, or the workspace's own. */
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

/** Undefined until they are known. */
export function useViews(scope: ViewScope): View[] | undefined {
  const { slug, project_id, teamspace_id = null } = scope
  const workspace = useWorkspace(slug)
  // The socket tells of every project and workspace one is in.
  useLiveUpdates(viewsIn(scope), (views, event) => {
    const isHere =
      event.type === 'view.removed'
        ? event.project_id === project_id
        : event.view.project === project_id &&
          event.view.teamspace === teamspace_id &&
          event.view.workspace === workspace?.id
    return isHere ? applyViewEvent(views, event) : views
  })
  return useQuery({ ...viewsIn(scope), throwOnError: true }).data
}
