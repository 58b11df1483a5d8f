import {
  favoritesApi as api,
  type Favorite,
  nextFavoriteSequence,
  type Project,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { queryLayers } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { projectsIn } from '#entities/project/hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import { favoritesIn } from './hooks.ts'
import { settleAdded } from './move-favorite.ts'

const say = (title: string) => toast({ kind: 'success', title })

/** Updates the favorite mark of the projects, shown in lists and cards, with the entry. */
function markProjects(slug: string, ids: readonly (string | null)[], is_favorite: boolean) {
  const { queryKey } = projectsIn(slug)
  const change = (projects: Project[]) =>
    projects.map((project) => (ids.includes(project.id) ? { ...project, is_favorite } : project))
  const layer = queryLayers.begin<Project[]>(queryKey, change)
  return {
    confirm: () => queryLayers.confirm<Project[]>(queryKey, layer, change),
    fail: () => queryLayers.fail(queryKey, layer),
  }
}

/** The entry until the server has given it an id. */
export const draft = (
  favorites: readonly Favorite[],
  entry: Partial<Favorite> & { id: string },
) => ({
  entity_type: 'folder' as const,
  entity_identifier: null,
  entity_data: null,
  name: null,
  is_folder: false,
  sequence: nextFavoriteSequence(
    favorites.length > 0 ? Math.max(...favorites.map(({ sequence }) => sequence)) : undefined,
  ),
  parent: null,
  workspace_id: '',
  project_id: null,
  ...entry,
})

/** Adds a project to the favorites, or removes it. */
export function useToggleFavoriteProject(slug: string) {
  const add = useOptimisticMutation({
    query: favoritesIn(slug),
    send: ({ id }: Project) =>
      call(api.create, {
        params: { slug },
        body: { entity_type: 'project', entity_identifier: id, project_id: id },
      }),
    apply: (favorites, { id, name, logo_props }) =>
      favorites.some(({ entity_identifier }) => entity_identifier === id)
        ? favorites
        : [
            draft(favorites, {
              id: `new-${id}`,
              entity_type: 'project',
              entity_identifier: id,
              entity_data: { id, name, logo_props },
              project_id: id,
            }),
            ...favorites,
          ],
    settle: settleAdded,
    line: ({ id }) => `favorite ${id}`,
    failure: 'favorites.not_added',
  })
  const remove = useOptimisticMutation({
    query: favoritesIn(slug),
    send: ({ id }: Project) => call(api.removeProject, { params: { slug, project_id: id } }),
    apply: (favorites, { id }) =>
      favorites.filter(({ entity_identifier }) => entity_identifier !== id),
    line: ({ id }) => `favorite ${id}`,
    failure: 'favorites.not_removed',
  })
  return (project: Project, onSuccess?: () => void) => {
    const mark = markProjects(slug, [project.id], !project.is_favorite)
    const change = project.is_favorite ? remove : add
    change.mutate(project, {
      onSuccess: () => {
        mark.confirm()
        onSuccess?.()
      },
      onFailure: mark.fail,
    })
  }
}

export function useRemoveFavorite(slug: string) {
  const remove = useOptimisticMutation({
    query: favoritesIn(slug),
    send: ({ id }: Favorite) => call(api.remove, { params: { slug, id } }),
    // A folder's entries are removed too.
    apply: (favorites, gone) =>
      favorites.filter(({ id, parent }) => id !== gone.id && parent !== gone.id),
    failure: 'favorites.not_removed',
  })
  return (favorite: Favorite, inFolder: readonly Favorite[] = []) => {
    const ids = [favorite, ...inFolder].map(({ entity_identifier }) => entity_identifier)
    const mark = markProjects(slug, ids, false)
    remove.mutate(favorite, {
      onSuccess: () => {
        mark.confirm()
        say(t('favorites.removed', { name: favorite.name ?? favorite.entity_data?.name }))
      },
      onFailure: mark.fail,
    })
  }
}

export function useCreateFolder(slug: string) {
  const create = useOptimisticMutation({
    query: favoritesIn(slug),
    send: ({ name }: { id: string; name: string }) =>
      call(api.create, {
        params: { slug },
        body: { entity_type: 'folder', is_folder: true, name },
      }),
    apply: (favorites, { id, name }) =>
      favorites.some((one) => one.id === id)
        ? favorites
        : [draft(favorites, { id, name, is_folder: true }), ...favorites],
    settle: settleAdded,
    failure: 'favorites.folder_not_created',
  })
  return (name: string) =>
    create.mutate(
      { id: `new-${name}`, name },
      { onSuccess: () => void say(t('favorites.created', { name })) },
    )
}

export function useRenameFolder(slug: string) {
  const rename = useOptimisticMutation({
    query: favoritesIn(slug),
    send: ({ id, name }: { id: string; name: string }) =>
      call(api.change, { params: { slug, id }, body: { name } }),
    apply: (favorites, { id, name }) =>
      favorites.map((one) => (one.id === id ? { ...one, name } : one)),
    settle: settleAdded,
    line: ({ id }) => `favorite ${id}`,
    failure: 'favorites.folder_not_renamed',
  })
  return (id: string, name: string) =>
    rename.mutate({ id, name }, { onSuccess: () => void say(t('favorites.updated', { name })) })
}
