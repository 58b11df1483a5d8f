import {
  viewsApi as api,
  applyViewEvent,
  type NewView,
  teamViewsApi,
  type View,
  type ViewPatch,
  workspaceViewsApi,
} from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { type ViewScope, viewsIn } from './view-list.ts'

/** The same actions for all kinds of views. */
function callsOf({ slug, project_id, teamspace_id }: ViewScope) {
  if (teamspace_id) {
    const place = { slug, teamspace_id }
    const of = teamViewsApi
    return {
      create: (body: NewView) => call(of.create, { params: place, body }),
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
      create: (body: NewView) => call(api.create, { params: place, body }),
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
    create: (body: NewView) => call(of.create, { params: { slug }, body }),
    change: (id: string, body: ViewPatch) => call(of.change, { params: { slug, id }, body }),
    remove: (id: string) => call(of.remove, { params: { slug, id } }),
    lock: (id: string) => call(of.lock, { params: { slug, id } }),
    unlock: (id: string) => call(of.unlock, { params: { slug, id } }),
    changeAccess: (id: string, access: number) =>
      call(of.changeAccess, { params: { slug, id }, body: { access } }),
  }
}

const withView = (views: View[], view: View) => applyViewEvent(views, { type: 'view.saved', view })

/** Some of its fields, as they will be once the server has answered. */
const changed = (views: View[], id: string, part: Partial<View>) =>
  views.map((view) => (view.id === id ? { ...view, ...part } : view))

export const useCreateView = (scope: ViewScope) =>
  useMutation({
    mutationFn: (body: NewView) => callsOf(scope).create(body),
    onSuccess: (view) =>
      queryLayers.happen<View[]>(viewsIn(scope).queryKey, (views) => withView(views, view)),
  })

interface ChangedView {
  id: string
  patch: ViewPatch
  /** Changed by a call of its own. */
  access?: number
}

export const useChangeView = (scope: ViewScope) =>
  useOptimisticMutation({
    query: viewsIn(scope),
    send: async ({ id, patch, access }: ChangedView) => {
      const calls = callsOf(scope)
      const view = await calls.change(id, patch)
      if (access === undefined || access === view.access) return view
      await calls.changeAccess(id, access)
      return { ...view, access }
    },
    apply: (views, { id, patch, access }) =>
      changed(views, id, { ...patch, ...(access !== undefined && { access }) }),
    settle: withView,
    line: ({ id }) => `view ${id}`,
    failure: 'views.not_updated',
  })

export const useLockView = (scope: ViewScope) =>
  useOptimisticMutation({
    query: viewsIn(scope),
    send: ({ id, is_locked }: Pick<View, 'id' | 'is_locked'>) =>
      is_locked ? callsOf(scope).lock(id) : callsOf(scope).unlock(id),
    apply: (views, { id, is_locked }) => changed(views, id, { is_locked }),
    line: ({ id }) => `view ${id}`,
    failure: 'views.lock_not_changed',
  })

export const useChangeViewAccess = (scope: ViewScope) =>
  useOptimisticMutation({
    query: viewsIn(scope),
    send: ({ id, access }: Pick<View, 'id' | 'access'>) => callsOf(scope).changeAccess(id, access),
    apply: (views, { id, access }) => changed(views, id, { access }),
    line: ({ id }) => `view ${id}`,
    failure: 'views.access_not_changed',
  })

export const useRemoveView = (scope: ViewScope) =>
  useMutation({
    mutationFn: (id: string) => callsOf(scope).remove(id),
    onSuccess: (_, id) =>
      queryLayers.happen<View[]>(viewsIn(scope).queryKey, (views) =>
        applyViewEvent(views, { type: 'view.removed', id, project_id: scope.project_id }),
      ),
  })
