import {
  viewsApi as api,
  type NewView,
  teamViewsApi,
  type View,
  type ViewPatch,
  viewAccess,
  viewSortOrder,
  type WithId,
  workspaceViewsApi,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import { changing, creating, removing } from '#data/collection-actions.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { type ViewScope, viewCollection, viewsIn } from './view-list.ts'

/** The same actions for all kinds of views. */
function callsOf({ slug, project_id, teamspace_id }: ViewScope) {
  if (teamspace_id) {
    const place = { slug, teamspace_id }
    const of = teamViewsApi
    return {
      create: (body: NewView & WithId) => call(of.create, { params: place, body }),
      change: (id: string, body: ViewPatch) => call(of.change, { params: { ...place, id }, body }),
      remove: (id: string) => call(of.remove, { params: { ...place, id } }),
      lock: (id: string) => call(of.lock, { params: { ...place, id } }),
      unlock: (id: string) => call(of.unlock, { params: { ...place, id } }),
      changeAccess: (id: string, access: number) =>
        call(of.changeAccess, { params: { ...place, id }, body: { access } }),
    }
  }
  if (project_id) {
    const place = { slug, project_id }
    return {
      create: (body: NewView & WithId) => call(api.create, { params: place, body }),
      change: (id: string, body: ViewPatch) => call(api.change, { params: { ...place, id }, body }),
      remove: (id: string) => call(api.remove, { params: { ...place, id } }),
      lock: (id: string) => call(api.lock, { params: { ...place, id } }),
      unlock: (id: string) => call(api.unlock, { params: { ...place, id } }),
      changeAccess: (id: string, access: number) =>
        call(api.changeAccess, { params: { ...place, id }, body: { access } }),
    }
  }
  const of = workspaceViewsApi
  return {
    create: (body: NewView & WithId) => call(of.create, { params: { slug }, body }),
    change: (id: string, body: ViewPatch) => call(of.change, { params: { slug, id }, body }),
    remove: (id: string) => call(of.remove, { params: { slug, id } }),
    lock: (id: string) => call(of.lock, { params: { slug, id } }),
    unlock: (id: string) => call(of.unlock, { params: { slug, id } }),
    changeAccess: (id: string, access: number) =>
      call(of.changeAccess, { params: { slug, id }, body: { access } }),
  }
}

/** Some of its fields, as they will be once the server has answered. */
const changed = (views: View[], id: string, part: Partial<View>) =>
  views.map((view) => (view.id === id ? { ...view, ...part } : view))

export const useCreateView = creating(viewCollection, {
  send: (scope, body: NewView) => callsOf(scope).create(body),
  draft: ({ slug, project_id, teamspace_id = null }, body, views): View => {
    const now = new Date().toISOString()
    const me = myId()
    const last = Math.max(...views.map(({ sort_order }) => sort_order))
    return {
      ...{ workspace: workspaceIdOf(slug), project: project_id, teamspace: teamspace_id },
      ...{ description: '', query: body.filters ?? {}, filters: {}, display_filters: {} },
      ...{ display_properties: {}, logo_props: {}, access: viewAccess.public },
      ...{ owned_by: me, is_locked: false, anchor: null, is_favorite: false },
      ...{ created_at: now, updated_at: now, created_by: me, updated_by: me, deleted_at: null },
      ...body,
      sort_order: viewSortOrder(views.length > 0 ? last : undefined),
    }
  },
  failure: 'views.not_created',
})

/** Access is changed by a separate call. */
export const useChangeView = changing(viewCollection, {
  send: async (scope, id, { access, ...patch }: ViewPatch & { access?: number }) => {
    const calls = callsOf(scope)
    const view = await calls.change(id, patch)
    if (access === undefined || access === view.access) return view
    await calls.changeAccess(id, access)
    return { ...view, access }
  },
  failure: 'views.not_updated',
})

export const useLockView = (scope: ViewScope) =>
  useOptimisticMutation({
    query: viewsIn(scope),
    send: ({ id, is_locked }: Pick<View, 'id' | 'is_locked'>) =>
      is_locked ? callsOf(scope).lock(id) : callsOf(scope).unlock(id),
    apply: (views, { id, is_locked }) => changed(views, id, { is_locked }),
    line: ({ id }) => id,
    failure: 'views.lock_not_changed',
  })

export const useChangeViewAccess = (scope: ViewScope) =>
  useOptimisticMutation({
    query: viewsIn(scope),
    send: ({ id, access }: Pick<View, 'id' | 'access'>) => callsOf(scope).changeAccess(id, access),
    apply: (views, { id, access }) => changed(views, id, { access }),
    line: ({ id }) => id,
    failure: 'views.access_not_changed',
  })

export const useRemoveView = removing(viewCollection, {
  send: (scope, id) => callsOf(scope).remove(id),
  failure: 'views.not_deleted',
})
