import { favoritesApi as api, applyFavoriteEvent, type Favorite } from '@cairn/contract'
import { call } from '#data/api.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { favoritesIn } from './hooks.ts'
import { type FavoritePosition, placeOf } from './order.ts'

export const settleAdded = (favorites: Favorite[], favorite: Favorite) =>
  applyFavoriteEvent(favorites, { type: 'favorite.saved', favorite })

/** Moves it within its list, into a folder, or out of one. */
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
