import { type Favorite, favoriteSequence } from '@cairn/contract'

/** By descending sequence: the last one added is on top. */
const inOrder = (favorites: readonly Favorite[]) =>
  [...favorites].sort((a, b) => b.sequence - a.sequence)

/** The entries of a folder, or those in none. */
export const listIn = (favorites: readonly Favorite[], parent: string | null) =>
  inOrder(favorites.filter((favorite) => favorite.parent === parent))

export interface FavoritePosition {
  parent: string | null
  /** It goes above this one; null: to the end. */
  before: string | null
}

/** The position to save for a moved favorite. The others do not change. */
export function placeOf(
  favorites: readonly Favorite[],
  moved: string,
  { parent, before }: FavoritePosition,
): { parent: string | null; sequence: number } {
  const list = listIn(favorites, parent).filter(({ id }) => id !== moved)
  const index = list.findIndex(({ id }) => id === before)
  const next = list[index]
  // Between two, it is placed right above the lower one: a step below the upper one may be taken.
  if (next) {
    return { parent, sequence: favoriteSequence('top', next.sequence, list[index - 1]?.sequence) }
  }
  const last = list.at(-1)
  return { parent, sequence: favoriteSequence(last && 'bottom', last?.sequence ?? 0, undefined) }
}
