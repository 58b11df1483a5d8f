import { modulesApi as api, applyModuleEvent, type Module, type ModuleEvent } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

export const modulesIn = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['modules', slug, project_id] as const,
    queryFn: () => call(api.list, { params: { slug, project_id } }),
  })

const modulesAcross = (slug: string) =>
  queryOptions({
    queryKey: ['modules', slug] as const,
    queryFn: () => call(api.listOfWorkspace, { params: { slug } }),
  })

const projectOfEvent = (event: ModuleEvent) =>
  event.type === 'module.saved'
    ? event.module.project_id
    : 'project_id' in event && event.project_id

/** A project's modules, archived ones aside; undefined until they are known. */
export function useModules(slug: string, project_id: string, enabled = true): Module[] | undefined {
  // The socket tells of every project one is in.
  useLiveUpdates(modulesIn(slug, project_id), (modules, event) =>
    projectOfEvent(event) === project_id ? applyModuleEvent(modules, event) : modules,
  )
  return useQuery({ ...modulesIn(slug, project_id), enabled: enabled && project_id !== '' }).data
}

/** Those of all one's projects. */
export function useWorkspaceModules(slug: string, enabled = true): Module[] | undefined {
  const workspace = useWorkspace(slug)
  // The socket tells of every workspace one is in.
  useLiveUpdates(modulesAcross(slug), (modules, event) =>
    event.type !== 'module.saved' || event.module.workspace_id === workspace?.id
      ? applyModuleEvent(modules, event)
      : modules,
  )
  return useQuery({ ...modulesAcross(slug), enabled }).data
}
