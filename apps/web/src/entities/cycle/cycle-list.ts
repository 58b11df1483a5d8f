import { cyclesApi as api, applyCycleEvent, type Cycle } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { liveCollection, type ProjectRef } from '#data/live-collection.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

export const cyclesIn = ({ slug, project_id }: ProjectRef) =>
  queryOptions({
    queryKey: ['cycles', slug, project_id] as const,
    queryFn: () => call(api.list, { params: { slug, project_id } }),
  })

const cyclesAcross = (slug: string) =>
  queryOptions({
    queryKey: ['cycles', slug] as const,
    queryFn: () => call(api.listOfWorkspace, { params: { slug } }),
  })

export const cycleCollection = liveCollection({
  query: cyclesIn,
  // The live socket carries events of all the user's projects.
  event: (cycles: Cycle[], event, { project_id }) => {
    const of = event.type === 'cycle.saved' ? event.cycle.project_id : event.project_id
    return of === project_id ? applyCycleEvent(cycles, event) : cycles
  },
  saved: (cycle) => ({ type: 'cycle.saved', cycle }),
  removed: (id, { project_id }) => ({ type: 'cycle.removed', id, project_id }),
})

/** A project's cycles without archived ones; undefined while loading. */
export function useCycles(slug: string, project_id: string, enabled = true): Cycle[] | undefined {
  cycleCollection.useEvents({ slug, project_id })
  return useQuery({ ...cyclesIn({ slug, project_id }), enabled: enabled && project_id !== '' }).data
}

/** The cycles of all the user's projects. */
export function useWorkspaceCycles(slug: string, enabled = true): Cycle[] | undefined {
  const workspace = useWorkspace(slug)
  // The live socket carries events of all the user's workspaces.
  useLiveUpdates(cyclesAcross(slug), (cycles, event) =>
    event.type === 'cycle.removed' || event.cycle.workspace_id === workspace?.id
      ? applyCycleEvent(cycles, event)
      : cycles,
  )
  return useQuery({ ...cyclesAcross(slug), enabled }).data
}
