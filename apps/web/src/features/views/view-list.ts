import { viewsApi as api, applyViewEvent, type View, workspaceViewsApi } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useWorkspace } from '#features/workspaces/hooks.ts'

/** Whose views: a project's, or the workspace's own. */
export interface ViewScope {
  slug: string
  project_id: string | null
}

export const viewsIn = ({ slug, project_id }: ViewScope) =>
  queryOptions({
    queryKey: ['views', slug, project_id] as const,
    queryFn: () =>
      project_id
        ? call(api.list, { params: { slug, project_id } })
        : call(workspaceViewsApi.list, { params: { slug } }),
  })

/** Undefined until they are known. */
export function useViews(scope: ViewScope): View[] | undefined {
  const { slug, project_id } = scope
  const workspace = useWorkspace(slug)
  // The socket tells of every project and workspace one is in.
  useLiveUpdates(viewsIn(scope), (views, event) => {
    const isHere =
      event.type === 'view.removed'
        ? event.project_id === project_id
        : event.view.project === project_id && event.view.workspace === workspace?.id
    return isHere ? applyViewEvent(views, event) : views
  })
  return useQuery({ ...viewsIn(scope), throwOnError: true }).data
}
