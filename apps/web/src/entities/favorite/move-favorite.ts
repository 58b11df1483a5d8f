import { favoritesApi as api, applyFavoriteEvent, type Favorite } from '@cairn/contract'
import { call } from '#data/api.ts'
import { mutateOptimistically } from '#data/use-optimistic-mutation.ts'
import { favoritesIn } from './hooks.ts'
import { type FavoritePosition, placeOf } from './order.ts'

interface Moved {
  id: string
  parent: string | null
  sequence: number
}

export const settleAdded = (favorites: Favorite[], favorite: Favorite) =>
  applyFavoriteEvent(favorites, { type: 'favorite.saved', favorite })

const moving = (slug: string) => ({
  query: favoritesIn(slug),
  send: ({ id, ...body }: Moved) => call(api.change, { params: { slug, id }, body }),
  apply: (favorites: Favorite[], { id, ...place }: Moved) =>
    favorites.map((one) => (one.id === id ? { ...one, ...place } : one)),
  settle: settleAdded,
  line: ({ id }: Moved) => `favorite ${id}`,
  failure: 'favorites.not_moved' as const,
})

/** Moves it within its list, into a folder, or out of one. */
export const moveFavorite = (
  slug: string,
  favorites: readonly Favorite[],
  id: string,
  place: FavoritePosition,
) => mutateOptimistically(moving(slug), { id, ...placeOf(favorites, id, place) })
