import {
  favoritesApi as api,
  applyCycleEventToFavorites,
  applyFavoriteEvent,
  applyModuleEventToFavorites,
  applyPageEventToFavorites,
  applyProjectEventToFavorites,
  applyTeamspaceEventToFavorites,
  applyViewEventToFavorites,
  type Favorite,
  type LiveEvent,
  nextFavoriteSequence,
  type Project,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { listenLive } from '#data/live.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { projectsIn } from '#entities/project/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import { type FavoritePosition, placeOf } from './order.ts'

export const favoritesIn = (slug: string) =>
  queryOptions({
    queryKey: ['favorites', slug] as const,
    queryFn: () => call(api.list, { params: { slug }, query: { all: 'true' } }),
  })

/** What an event about something else changes among the favorites: most change nothing. */
function changeBy(event: LiveEvent): ((favorites: Favorite[]) => Favorite[]) | undefined {
  switch (event.type) {
    case 'project.saved':
    case 'project.removed':
      return (favorites) => applyProjectEventToFavorites(favorites, event)
    case 'view.saved':
      return (favorites) => applyViewEventToFavorites(favorites, event)
    case 'teamspace.saved':
      return (favorites) => applyTeamspaceEventToFavorites(favorites, event)
    case 'page.saved':
      return (favorites) => applyPageEventToFavorites(favorites, event)
    case 'cycle.saved':
      return (favorites) => applyCycleEventToFavorites(favorites, event)
    case 'module.saved':
      return (favorites) => applyModuleEventToFavorites(favorites, event)
    default:
      return undefined
  }
}

// A favorite follows the name of what it stands for, and goes with its project.
listenLive({
  onEvent: (event) => {
    const change = changeBy(event)
    if (!change) return
    for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: ['favorites'] })) {
      queryLayers.happen<Favorite[]>(queryKey, change)
    }
  },
  onGap: () => undefined,
})

/** All of them, also those in folders; undefined while they are on their way. */
export function useFavorites(slug: string): Favorite[] | undefined {
  const workspace = useWorkspace(slug)
  // The socket tells of every workspace one is in.
  useLiveUpdates(favoritesIn(slug), (favorites, event) =>
    event.type === 'favorite.removed' || event.favorite.workspace_id === workspace?.id
      ? applyFavoriteEvent(favorites, event)
      : favorites,
  )
  return useQuery(favoritesIn(slug)).data
}

/** Not yet answered by the server, which gives it its id. */
export const isDraft = ({ id }: Favorite) => id.startsWith('new-')

const say = (title: string) => toast({ kind: 'success', title })

/** The mark on the projects themselves, which lists and cards show, goes with the entry. */
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

/** The entry as it stands until the server has given it an id. */
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

export const settleAdded = (favorites: Favorite[], favorite: Favorite) =>
  applyFavoriteEvent(favorites, { type: 'favorite.saved', favorite })

/** Puts a project among the favorites, or takes it out. */
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
    // A folder takes what is in it along.
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
        say(t('favorites.removed'))
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
      { onSuccess: () => void say(t('favorites.created')) },
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
    rename.mutate({ id, name }, { onSuccess: () => void say(t('favorites.updated')) })
}

/** Into another place of its list, into a folder, or out of one. */
export function useMoveFavorite(slug: string) {
  const move = useOptimisticMutation({
    query: favoritesIn(slug),
    send: ({ id, ...body }: { id: string; parent: string | null; sequence: number }) =>
      call(api.change, { params: { slug, id }, body }),
    apply: (favorites, { id, ...place }) =>
      favorites.map((one) => (one.id === id ? { ...one, ...place } : one)),
    settle: settleAdded,
    line: ({ id }) => `favorite ${id}`,
    failure: 'favorites.not_moved',
  })
  return (favorites: readonly Favorite[], id: string, place: FavoritePosition) =>
    move.mutate({ id, ...placeOf(favorites, id, place) })
}
