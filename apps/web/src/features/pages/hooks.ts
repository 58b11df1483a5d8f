import {
  pagesApi as api,
  applyPageEvent,
  type Favorite,
  type NewPage,
  type PagePatch,
  type ProjectPage,
  pageAccess,
  pageSortOrder,
} from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { creating } from '#data/collection-actions.ts'
import type { TextKey } from '#data/i18n.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { type QueryOf, useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { favoritesIn } from '#entities/favorite/hooks.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import { type OpenPage, type PageScope, pageAt, pageCollection, pagesIn } from './page-list.ts'
import { pagePath } from './page-path.ts'
import { branchOf, byHand } from './page-tree.ts'

type Shown = ProjectPage[] | OpenPage

/** A page is cached in the list and as an open page. */
const placesOf = (scope: PageScope, id: string) =>
  [pagesIn(scope), pageAt(scope, id)] as unknown as QueryOf<Shown>[]

type Part = Partial<ProjectPage>

interface Action<Variables, Answer> {
  send: (params: PageScope & { id: string }, variables: Variables) => Promise<Answer>
  /** The changed fields, applied before the server has answered. */
  part: (variables: Variables) => Part
  /** Changed fields of its sub-pages. */
  below?: (page: ProjectPage, around: ProjectPage) => Part
  failure: TextKey
}

function changed(
  shown: Shown,
  id: string,
  part: Part,
  below?: (page: ProjectPage, around: ProjectPage) => Part,
): Shown {
  if (!Array.isArray(shown)) return { ...shown, ...part }
  const around = shown.find((page) => page.id === id)
  const branch = below && around ? branchOf(shown, id) : new Set([id])
  return shown.map((page) => {
    if (page.id === id) return { ...page, ...part }
    return around && branch.has(page.id) ? { ...page, ...below?.(page, around) } : page
  })
}

const usePageAction = <Variables extends { id: string }, Answer>(
  scope: PageScope,
  { send, part, below, failure }: Action<Variables, Answer>,
) =>
  useOptimisticMutation({
    query: ({ id }: Variables) => placesOf(scope, id),
    send: async (variables: Variables) => send(pagePath(scope, variables.id), variables),
    apply: (shown, variables) => changed(shown, variables.id, part(variables), below),
    line: ({ id }) => id,
    failure,
  })

/** Adds it to the list before the socket event arrives. */
const note = (scope: PageScope, page: ProjectPage) =>
  queryLayers.happen<ProjectPage[]>(pagesIn(scope).queryKey, (pages) =>
    applyPageEvent(pages, { type: 'page.saved', page }, scope.project_id),
  )

export const useCreatePage = creating(pageCollection, {
  send: (params, body: NewPage): Promise<ProjectPage> => call(api.create, { params, body }),
  draft: (
    { slug, project_id },
    { id, name = '', access = pageAccess.public, logo_props = {}, parent = null },
    others,
  ): ProjectPage => {
    const now = new Date().toISOString()
    const me = myId()
    const around = others.find((page) => page.id === parent)
    const last = others.filter((page) => page.parent === parent).toSorted(byHand)
    return {
      ...{ id, name, access: around?.access || access, logo_props, owned_by: me },
      sort_order: pageSortOrder(last.at(-1)?.sort_order, undefined),
      ...{ workspace: workspaceIdOf(slug), color: '', parent, is_favorite: false },
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

/** Also removes its sub-pages. */
export const useRemovePage = (scope: PageScope) =>
  useOptimisticMutation({
    query: pagesIn(scope),
    send: async (id: string) => call(api.remove, { params: pagePath(scope, id) }),
    apply: (pages: ProjectPage[], id) => {
      const gone = branchOf(pages, id)
      return pages.filter((page) => !gone.has(page.id))
    },
    line: (id) => id,
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

type Changed = Pick<ProjectPage, 'id'> &
  Pick<PagePatch, 'name' | 'logo_props' | 'parent' | 'sort_order' | 'color' | 'labels'> & {
    leaving?: boolean
    /** Access of the new parent: pages in a private page are private. */
    inheritedAccess?: number | undefined
  }

/** Changes name, position, logo, color or labels. */
export const useChangePage = (scope: PageScope) =>
  usePageAction(scope, {
    send: (params, { id: _, leaving, inheritedAccess: _known, ...body }: Changed) =>
      call(api.change, { params, body, keepalive: leaving }),
    part: ({ name, logo_props, parent, sort_order, color, labels, inheritedAccess }) => ({
      ...(name !== undefined && { name }),
      ...(logo_props && { logo_props }),
      ...(parent !== undefined && { parent }),
      ...(sort_order !== undefined && { sort_order }),
      ...(color !== undefined && { color }),
      ...(labels && { label_ids: labels }),
      ...(inheritedAccess === pageAccess.private && { access: inheritedAccess }),
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
    // Sub-pages of other owners are moved out of it; the server sends that.
    below: (page, { owned_by }) => (page.owned_by === owned_by ? { access } : {}),
    failure,
  })

export const useRestorePage = (scope: PageScope) =>
  usePageAction(scope, {
    send: (params, _: Pick<ProjectPage, 'id'>) => call(api.restore, { params }),
    part: () => ({ archived_at: null }),
    failure: 'pages.not_restored',
  })

/** An archived page is removed from the favorites; if archiving fails, it is added again. */
export function useArchivePage(scope: PageScope) {
  const archive = usePageAction(scope, {
    send: (params, _: Pick<ProjectPage, 'id'>) => call(api.archive, { params }),
    part: () => ({ archived_at: todayHere() }),
    below: ({ archived_at }) => ({ archived_at: archived_at ?? todayHere() }),
    failure: 'pages.not_archived',
  })
  return (id: string, onSuccess: () => void) => {
    const { queryKey } = favoritesIn(scope.slug)
    const pages = queryClient.getQueryData(pagesIn(scope).queryKey) ?? []
    const gone = branchOf(pages, id)
    const without = (favorites: Favorite[]) =>
      favorites.filter(({ entity_identifier }) => !gone.has(entity_identifier ?? ''))
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
