import { estimatesApi as api, applyEstimateEvent, type Estimate } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { liveCollection, type ProjectRef } from '#data/live-collection.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

export const estimatesIn = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['estimates', slug, project_id] as const,
    queryFn: () => call(api.list, { params: { slug, project_id } }),
  })

export const estimateCollection = liveCollection({
  query: ({ slug, project_id }: ProjectRef) => estimatesIn(slug, project_id),
  // The live socket carries the events of all projects.
  event: (estimates: Estimate[], event, { project_id }) => {
    const of = event.type === 'estimate.saved' ? event.estimate.project : event.project_id
    return of === project_id ? applyEstimateEvent(estimates, event) : estimates
  },
  saved: (estimate) => ({ type: 'estimate.saved', estimate }),
  removed: (id, { project_id }) => ({ type: 'estimate.removed', id, project_id }),
})

const estimatesAcross = (slug: string) =>
  queryOptions({
    queryKey: ['estimates', slug] as const,
    queryFn: () => call(api.listOfWorkspace, { params: { slug } }),
  })

/** A project's estimate systems, including the active one; undefined while loading. */
export function useEstimates(
  slug: string,
  project_id: string,
  enabled = true,
): Estimate[] | undefined {
  estimateCollection.useEvents({ slug, project_id })
  return useQuery({ ...estimatesIn(slug, project_id), enabled: enabled && project_id !== '' }).data
}

/** The active ones of all the user's projects. */
export function useWorkspaceEstimates(slug: string, enabled = true): Estimate[] | undefined {
  const workspace = useWorkspace(slug)
  // The live socket carries events of all the user's workspaces.
  useLiveUpdates(estimatesAcross(slug), (estimates, event) =>
    event.type !== 'estimate.saved' || event.estimate.workspace === workspace?.id
      ? applyEstimateEvent(estimates, event)
      : estimates,
  )
  return useQuery({ ...estimatesAcross(slug), enabled }).data
}
