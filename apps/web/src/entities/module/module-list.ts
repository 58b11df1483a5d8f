import { modulesApi as api, applyModuleEvent, type Module } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { liveCollection, type ProjectRef } from '#data/live-collection.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

export const modulesIn = ({ slug, project_id }: ProjectRef) =>
  queryOptions({
    queryKey: ['modules', slug, project_id] as const,
    queryFn: () => call(api.list, { params: { slug, project_id } }),
  })

const modulesAcross = (slug: string) =>
  queryOptions({
    queryKey: ['modules', slug] as const,
    queryFn: () => call(api.listOfWorkspace, { params: { slug } }),
  })

export const moduleCollection = liveCollection({
  query: modulesIn,
  // The live socket carries events of all the user's projects.
  event: (modules: Module[], event, { project_id }) => {
    const of = event.type === 'module.saved' ? event.module.project_id : event.project_id
    return of === project_id ? applyModuleEvent(modules, event) : modules
  },
  saved: (module) => ({ type: 'module.saved', module }),
  removed: (id, { project_id }) => ({ type: 'module.removed', id, project_id }),
})

/** A project's modules without archived ones; undefined while loading. */
export function useModules(slug: string, project_id: string, enabled = true): Module[] | undefined {
  moduleCollection.useEvents({ slug, project_id })
  return useQuery({ ...modulesIn({ slug, project_id }), enabled: enabled && project_id !== '' })
    .data
}

/** The modules of all the user's projects. */
export function useWorkspaceModules(slug: string, enabled = true): Module[] | undefined {
  const workspace = useWorkspace(slug)
  // The live socket carries events of all the user's workspaces.
  useLiveUpdates(modulesAcross(slug), (modules, event) =>
    event.type !== 'module.saved' || event.module.workspace_id === workspace?.id
      ? applyModuleEvent(modules, event)
      : modules,
  )
  return useQuery({ ...modulesAcross(slug), enabled }).data
}
