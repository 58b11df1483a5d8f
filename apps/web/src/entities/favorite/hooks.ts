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
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { listenLive } from '#data/live-listeners.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

export const favoritesIn = (slug: string) =>
  queryOptions({
    queryKey: ['favorites', slug] as const,
    queryFn: () => call(api.list, { params: { slug }, query: { all: 'true' } }),
  })

/** How an event of another entity changes the favorites; most change nothing. */
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

// A favorite follows the name of its entity, and is removed with its project.
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

/** All favorites, including those in folders; undefined while loading. */
export function useFavorites(slug: string): Favorite[] | undefined {
  const workspace = useWorkspace(slug)
  // The live socket carries events of all the user's workspaces.
  useLiveUpdates(favoritesIn(slug), (favorites, event) =>
    event.type === 'favorite.removed' || event.favorite.workspace_id === workspace?.id
      ? applyFavoriteEvent(favorites, event)
      : favorites,
  )
  return useQuery(favoritesIn(slug)).data
}

/** Not yet confirmed by the server, which assigns its id. */
export const isDraft = ({ id }: Favorite) => id.startsWith('new-')
