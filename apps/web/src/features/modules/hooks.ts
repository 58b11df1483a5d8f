import {
  modulesApi as api,
  applyModuleEvent,
  applyModuleLinkEvent,
  type Module,
  type ModuleLink,
  type ModulePatch,
  moduleStatuses,
  type NewModule,
  type NewModuleLink,
  noCounts,
  planSortOrder,
} from '@cairn/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { changing, creating, removing } from '#data/collection-actions.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import { liveCollection, type ProjectRef } from '#data/live-collection.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { moduleCollection, modulesIn } from '#entities/module/module-list.ts'

export const archivedModulesIn = ({ slug, project_id }: ProjectRef) =>
  queryOptions({
    queryKey: ['modules', slug, project_id, 'archived'] as const,
    queryFn: () => call(api.listArchived, { params: { slug, project_id } }),
  })

/** The project's archived modules; undefined while loading. */
export function useArchivedModules({ slug, project_id }: ProjectRef, enabled: boolean) {
  const query = archivedModulesIn({ slug, project_id })
  useLiveUpdates(query, (modules, event) =>
    event.type !== 'module.saved' || event.module.project_id === project_id
      ? applyModuleEvent(modules, event, { archived: true })
      : modules,
  )
  return useQuery({ ...query, enabled })
}

/** With its progress by assignees, labels and days; refetched when its dates change. */
export function useModuleDetail(place: ProjectRef, module: Module, estimate: string | null) {
  const { slug, project_id } = place
  const { id, archived_at, start_date, target_date } = module
  const endpoint = archived_at ? api.getArchived : api.get
  return useQuery({
    queryKey: ['modules', slug, project_id, id, start_date, target_date, estimate],
    queryFn: () => call(endpoint, { params: { ...place, id } }),
    placeholderData: keepPreviousData,
  })
}

const placeAbove = (modules: readonly Module[]) => {
  const smallest = Math.min(...modules.map(({ sort_order }) => sort_order))
  return planSortOrder(undefined, modules.length > 0 ? smallest : undefined)
}

export const useCreateModule = creating(moduleCollection, {
  send: (params, body: NewModule) => call(api.create, { params, body }),
  draft: ({ slug, project_id }, body, modules): Module => {
    const now = new Date().toISOString()
    const me = myId()
    return {
      ...{ workspace_id: workspaceIdOf(slug), project_id, description: '', lead_id: null },
      ...{ description_text: null, description_html: null, start_date: null, target_date: null },
      ...{ status: moduleStatuses[0], member_ids: [], view_props: {}, logo_props: {} },
      ...{ external_source: null, external_id: null, archived_at: null, is_favorite: false },
      ...{ created_at: now, updated_at: now, created_by: me, updated_by: me },
      ...{ ...noCounts, total_estimate_points: 0, completed_estimate_points: 0 },
      ...{ sort_order: placeAbove(modules), ...body },
    }
  },
  failure: 'modules.not_created',
  durable: 'module.create',
})

/** For the dialog, which shows the result itself. */
export const useSaveModule = changing(moduleCollection, {
  send: (params, id, patch: ModulePatch) =>
    call(api.change, { params: { ...params, id }, body: patch }),
  failure: 'modules.not_updated',
  durable: 'module.change',
})

/** In place: shown at once, and reverted on failure. */
export function useChangeModule(place: ProjectRef) {
  const change = useSaveModule(place)
  return (id: string, patch: ModulePatch) => change.mutate({ id, patch })
}

export const useRemoveModule = removing(moduleCollection, {
  send: (params, id) => call(api.remove, { params: { ...params, id } }),
  failure: 'modules.failed.delete',
  durable: 'module.remove',
})

/** Undoes a deletion: it keeps its position. */
export const useUndeleteModule = (place: ProjectRef) =>
  useOptimisticMutation({
    query: modulesIn(place),
    send: ({ id }: Module) => call(api.undelete, { params: { ...place, id } }),
    apply: (modules, module) => applyModuleEvent(modules, { type: 'module.saved', module }),
    failure: 'modules.failed.restore',
  })

/** Archived or restored: it leaves its current list. */
export const useArchiveModule = removing(moduleCollection, {
  send: (params, id) => call(api.archive, { params: { ...params, id } }),
  failure: 'modules.failed.archive',
})

export const useRestoreModule = removing(moduleCollection, {
  send: (params, id) => call(api.restore, { params: { ...params, id } }),
  failure: 'modules.failed.restore',
})

interface LinkRef extends ProjectRef {
  id: string
}

const linksOf = (params: LinkRef) =>
  queryOptions({
    queryKey: ['module-links', params.slug, params.id] as const,
    queryFn: () => call(api.links, { params }),
  })

const linkCollection = liveCollection({
  query: linksOf,
  event: (links: ModuleLink[], event, { id }) => {
    const of = event.type === 'module_link.saved' ? event.link.module : event.module_id
    return of === id ? applyModuleLinkEvent(links, event) : links
  },
  saved: (link) => ({ type: 'module_link.saved', link }),
  removed: (id, { id: module_id, project_id }) => ({
    ...{ type: 'module_link.removed', id, module_id, project_id },
  }),
})

export function useModuleLinks(place: LinkRef): readonly ModuleLink[] {
  linkCollection.useEvents(place)
  return useQuery(linksOf(place)).data ?? []
}

export const useCreateModuleLink = creating(linkCollection, {
  send: (params, body: NewModuleLink) => call(api.addLink, { params, body }),
  draft: ({ slug, project_id, id: module }, { id, url, title = null }): ModuleLink => {
    const now = new Date().toISOString()
    const me = myId()
    return {
      ...{ id, url, title, metadata: {}, module, project: project_id },
      ...{ workspace: workspaceIdOf(slug), created_at: now, updated_at: now, created_by: me },
      ...{ updated_by: me, deleted_at: null, created_by_detail: null },
    }
  },
  failure: 'modules.link_not_saved',
})

export const useChangeModuleLink = changing(linkCollection, {
  send: (params, link_id, body: NewModuleLink) =>
    call(api.changeLink, { params: { ...params, link_id }, body }),
  failure: 'modules.link_not_saved',
})

export const useRemoveModuleLink = removing(linkCollection, {
  send: (params, link_id) => call(api.removeLink, { params: { ...params, link_id } }),
  failure: 'modules.link_not_removed',
})
