import { estimatesApi as api, applyEstimateEvent, type Estimate } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

export const estimatesIn = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['estimates', slug, project_id] as const,
    queryFn: () => call(api.list, { params: { slug, project_id } }),
  })

const estimatesAcross = (slug: string) =>
  queryOptions({
    queryKey: ['estimates', slug] as const,
    queryFn: () => call(api.listOfWorkspace, { params: { slug } }),
  })

/** A project's systems, the one in use among them; undefined until they are known. */
export function useEstimates(
  slug: string,
  project_id: string,
  enabled = true,
): Estimate[] | undefined {
  // The socket tells of every project one is in.
  useLiveUpdates(estimatesIn(slug, project_id), (estimates, event) => {
    const of = event.type === 'estimate.saved' ? event.estimate.project : event.project_id
    return of === project_id ? applyEstimateEvent(estimates, event) : estimates
  })
  return useQuery({ ...estimatesIn(slug, project_id), enabled: enabled && project_id !== '' }).data
}

/** Those in use in all one's projects. */
export function useWorkspaceEstimates(slug: string, enabled = true): Estimate[] | undefined {
  const workspace = useWorkspace(slug)
  // The socket tells of every workspace one is in.
  useLiveUpdates(estimatesAcross(slug), (estimates, event) =>
    event.type !== 'estimate.saved' || event.estimate.workspace === workspace?.id
      ? applyEstimateEvent(estimates, event)
      : estimates,
  )
  return useQuery({ ...estimatesAcross(slug), enabled }).data
}
