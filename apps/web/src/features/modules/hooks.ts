import {
  modulesApi as api,
  applyModuleEvent,
  applyModuleLinkEvent,
  type Module,
  type ModuleLink,
  type ModulePatch,
  type NewModule,
  type NewModuleLink,
} from '@cairn/contract'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { modulesIn } from '#entities/module/module-list.ts'
import { toast } from '#ui/toast.ts'

interface Place {
  slug: string
  project_id: string
}

export const archivedModulesIn = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['modules', slug, project_id, 'archived'] as const,
    queryFn: () => call(api.listArchived, { params: { slug, project_id } }),
  })

/** Of the project's modules those that are put away; undefined until they are known. */
export function useArchivedModules({ slug, project_id }: Place, enabled: boolean) {
  const query = archivedModulesIn(slug, project_id)
  useLiveUpdates(query, (modules, event) =>
    event.type !== 'module.saved' || event.module.project_id === project_id
      ? applyModuleEvent(modules, event, { archived: true })
      : modules,
  )
  return useQuery({ ...query, enabled })
}

/** With how far it is, by people, labels and days; asked again where the days it is about change. */
export function useModuleDetail(place: Place, module: Module, estimate: string | null) {
  const { slug, project_id } = place
  const { id, archived_at, start_date, target_date } = module
  const endpoint = archived_at ? api.getArchived : api.get
  return useQuery({
    queryKey: ['modules', slug, project_id, id, start_date, target_date, estimate],
    queryFn: () => call(endpoint, { params: { ...place, id } }),
    placeholderData: keepPreviousData,
  })
}

const note = ({ slug, project_id }: Place, module: Module) => {
  const event = { type: 'module.saved', module } as const
  queryLayers.happen<Module[]>(modulesIn(slug, project_id).queryKey, (modules) =>
    applyModuleEvent(modules, event),
  )
}

export const useCreateModule = (slug: string) =>
  useMutation({
    mutationFn: ({ project_id, body }: { project_id: string; body: NewModule }) =>
      call(api.create, { params: { slug, project_id }, body }),
    onSuccess: (module) => note({ slug, project_id: module.project_id }, module),
  })

/** For the dialog, which waits for the answer: only the server knows whether a name is free. */
export const useSaveModule = ({ slug, project_id }: Place, id: string) =>
  useMutation({
    mutationFn: (body: ModulePatch) => call(api.change, { params: { slug, project_id, id }, body }),
    onSuccess: (module) => note({ slug, project_id }, module),
  })

/** In place: shown at once, and put back where it fails. */
export function useChangeModule({ slug, project_id }: Place) {
  const change = useOptimisticMutation({
    query: modulesIn(slug, project_id),
    send: ({ id, patch }: { id: string; patch: ModulePatch }) =>
      call(api.change, { params: { slug, project_id, id }, body: patch }),
    apply: (modules, { id, patch }) =>
      modules.map((module) => (module.id === id ? { ...module, ...patch } : module)),
    settle: (modules, module) => applyModuleEvent(modules, { type: 'module.saved', module }),
    line: ({ id }) => `module ${id}`,
    failure: 'modules.not_updated',
  })
  return (id: string, patch: ModulePatch) =>
    change.mutate(
      { id, patch },
      {
        onSuccess: () =>
          void toast({ kind: 'success', title: t('modules.updated'), id: `module-${id}` }),
      },
    )
}

const gone = ({ slug, project_id }: Place, id: string) => {
  const event = { type: 'module.removed', id, project_id } as const
  queryLayers.happen<Module[]>(modulesIn(slug, project_id).queryKey, (modules) =>
    applyModuleEvent(modules, event),
  )
  queryLayers.happen<Module[]>(archivedModulesIn(slug, project_id).queryKey, (modules) =>
    applyModuleEvent(modules, event),
  )
}

export const useRemoveModule = (place: Place) =>
  useMutation({
    mutationFn: (id: string) => call(api.remove, { params: { ...place, id } }),
    onSuccess: (_, id) => gone(place, id),
  })

export const useArchiveModule = (place: Place) =>
  useMutation({
    mutationFn: (id: string) => call(api.archive, { params: { ...place, id } }),
    onSuccess: (_, id) => gone(place, id),
  })

export const useRestoreModule = (place: Place) =>
  useMutation({
    mutationFn: (id: string) => call(api.restore, { params: { ...place, id } }),
    onSuccess: (_, id) => gone(place, id),
  })

interface LinkPlace extends Place {
  id: string
}

const linksOf = (params: LinkPlace) =>
  queryOptions({
    queryKey: ['module-links', params.slug, params.id] as const,
    queryFn: () => call(api.links, { params }),
  })

export function useModuleLinks(place: LinkPlace): readonly ModuleLink[] {
  useLiveUpdates(linksOf(place), (links, event) => {
    const of = event.type === 'module_link.saved' ? event.link.module : event.module_id
    return of === place.id ? applyModuleLinkEvent(links, event) : links
  })
  return useQuery(linksOf(place)).data ?? []
}

export const useSaveModuleLink = (params: LinkPlace, link_id: string | undefined) =>
  useMutation({
    mutationFn: (body: NewModuleLink) =>
      link_id
        ? call(api.changeLink, { params: { ...params, link_id }, body })
        : call(api.addLink, { params, body }),
    onSuccess: (link) =>
      queryLayers.happen<ModuleLink[]>(linksOf(params).queryKey, (links) =>
        applyModuleLinkEvent(links, { type: 'module_link.saved', link }),
      ),
  })

export const useRemoveModuleLink = ({ id: module_id, ...place }: LinkPlace) =>
  useOptimisticMutation({
    query: linksOf({ id: module_id, ...place }),
    send: (link_id: string) =>
      call(api.removeLink, { params: { ...place, id: module_id, link_id } }),
    apply: (links, id) =>
      applyModuleLinkEvent(links, {
        type: 'module_link.removed',
        ...{ id, module_id, project_id: place.project_id },
      }),
    failure: 'modules.link_not_removed',
  })
