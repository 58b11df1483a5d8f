import {
  pagesApi as api,
  applyPageEvent,
  type Favorite,
  type NewPage,
  type PagePatch,
  type ProjectPage,
  pageAccess,
} from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { creating, removing } from '#data/collection-actions.ts'
import type { TextKey } from '#data/i18n.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import { queryLayers } from '#data/query-client.ts'
import { type QueryOf, useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { favoritesIn } from '#entities/favorite/hooks.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import { type OpenPage, type PageScope, pageAt, pageCollection, pagesIn } from './page-list.ts'
import { pagePath } from './page-path.ts'

type Shown = ProjectPage[] | OpenPage

/** A page shows in the list, and where it is open. */
const placesOf = (scope: PageScope, id: string) =>
  [pagesIn(scope), pageAt(scope, id)] as unknown as QueryOf<Shown>[]

/** Some of its fields, as they will be once the server has answered. */
function changed(shown: Shown, id: string, part: Partial<ProjectPage>): Shown {
  if (!Array.isArray(shown)) return { ...shown, ...part }
  return shown.map((page) => (page.id === id ? { ...page, ...part } : page))
}

interface Action<Variables, Answer> {
  send: (params: PageScope & { id: string }, variables: Variables) => Promise<Answer>
  part: (variables: Variables) => Partial<ProjectPage>
  failure: TextKey
}

const usePageAction = <Variables extends { id: string }, Answer>(
  scope: PageScope,
  { send, part, failure }: Action<Variables, Answer>,
) =>
  useOptimisticMutation({
    query: ({ id }: Variables) => placesOf(scope, id),
    send: async (variables: Variables) => send(pagePath(scope, variables.id), variables),
    apply: (shown, variables) => changed(shown, variables.id, part(variables)),
    line: ({ id }) => id,
    failure,
  })

/** Into the list before the socket tells it. */
const note = (scope: PageScope, page: ProjectPage) =>
  queryLayers.happen<ProjectPage[]>(pagesIn(scope).queryKey, (pages) =>
    applyPageEvent(pages, { type: 'page.saved', page }, scope.project_id),
  )

export const useCreatePage = creating(pageCollection, {
  send: (params, body: NewPage): Promise<ProjectPage> => call(api.create, { params, body }),
  draft: ({ slug, project_id }, { id, name = '', access, logo_props = {} }): ProjectPage => {
    const now = new Date().toISOString()
    const me = myId()
    return {
      ...{ id, name, access: access ?? pageAccess.public, logo_props, owned_by: me },
      ...{ workspace: workspaceIdOf(slug), color: '', parent: null, is_favorite: false },
      ...{ is_locked: false, archived_at: null, view_props: {}, label_ids: [], anchor: null },
      ...{ project_ids: [project_id], created_at: now, updated_at: now },
      ...{ created_by: me, updated_by: me, deleted_at: null },
    }
  },
  failure: 'pages.not_created',
})

export const useDuplicatePage = (scope: PageScope) =>
  useMutation({
    mutationFn: async (id: string) => call(api.duplicate, { params: pagePath(scope, id) }),
    onSuccess: (page) => note(scope, page),
  })

export const useRemovePage = removing(pageCollection, {
  send: async (scope, id) => call(api.remove, { params: pagePath(scope, id) }),
  failure: 'pages.not_deleted',
})

export const useMovePage = (scope: PageScope) =>
  useMutation({
    mutationFn: async ({ id, new_project_id }: { id: string; new_project_id: string }) =>
      call(api.move, { params: pagePath(scope, id), body: { new_project_id } }),
    onSuccess: (page, { id, new_project_id }) => {
      forget(scope, id)
      note({ ...scope, project_id: new_project_id }, page)
    },
  })

function forget(scope: PageScope, id: string) {
  const { project_id } = scope
  queryLayers.happen<ProjectPage[]>(pagesIn(scope).queryKey, (pages) =>
    applyPageEvent(pages, { type: 'page.removed', id, project_id }, project_id),
  )
}

type Named = Pick<ProjectPage, 'id'> & Pick<PagePatch, 'name' | 'logo_props'>

/** Its name or its picture. */
export const useChangePage = (scope: PageScope) =>
  usePageAction(scope, {
    send: (params, { id: _, ...body }: Named & { leaving?: boolean }) => {
      const { leaving, ...patch } = body
      return call(api.change, { params, body: patch, keepalive: leaving })
    },
    part: ({ name, logo_props }) => ({
      ...(name !== undefined && { name }),
      ...(logo_props && { logo_props }),
    }),
    failure: 'pages.not_updated',
  })

export const useLockPage = (scope: PageScope, is_locked: boolean) =>
  usePageAction(scope, {
    send: (params, _: Pick<ProjectPage, 'id'>) =>
      call(is_locked ? api.lock : api.unlock, { params }),
    part: () => ({ is_locked }),
    failure: is_locked ? 'pages.not_locked' : 'pages.not_unlocked',
  })

export const useChangePageAccess = (scope: PageScope, access: number, failure: TextKey) =>
  usePageAction(scope, {
    send: (params, _: Pick<ProjectPage, 'id'>) =>
      call(api.changeAccess, { params, body: { access } }),
    part: () => ({ access }),
    failure,
  })

export const useRestorePage = (scope: PageScope) =>
  usePageAction(scope, {
    send: (params, _: Pick<ProjectPage, 'id'>) => call(api.restore, { params }),
    part: () => ({ archived_at: null }),
    failure: 'pages.not_restored',
  })

/** What is archived is nobody's favorite; where it fails, it is again. */
export function useArchivePage(scope: PageScope) {
  const archive = usePageAction(scope, {
    send: (params, _: Pick<ProjectPage, 'id'>) => call(api.archive, { params }),
    part: () => ({ archived_at: todayHere() }),
    failure: 'pages.not_archived',
  })
  return (id: string, onSuccess: () => void) => {
    const { queryKey } = favoritesIn(scope.slug)
    const without = (favorites: Favorite[]) =>
      favorites.filter(({ entity_identifier }) => entity_identifier !== id)
    const layer = queryLayers.begin<Favorite[]>(queryKey, without)
    archive.mutate(
      { id },
      {
        onSuccess: () => {
          queryLayers.confirm<Favorite[]>(queryKey, layer, without)
          onSuccess()
        },
        onFailure: () => queryLayers.fail(queryKey, layer),
      },
    )
  }
}
