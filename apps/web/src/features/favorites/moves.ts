import type { Favorite } from '@cairn/contract'
import { type FavoritePosition, listIn } from '#entities/favorite/order.ts'
import type { DropSide, Step } from '#ui/lists/sortable.ts'

/** Folders cannot be nested. */
export const mayMoveTo = (
  favorites: readonly Favorite[],
  dragged: string,
  target: Favorite,
  place: DropSide,
) => {
  const isFolder = favorites.find(({ id }) => id === dragged)?.is_folder ?? false
  return !isFolder || (place !== 'inside' && target.parent === null)
}

/** The new position of a favorite dropped at another one. */
export function placeAt(
  favorites: readonly Favorite[],
  dragged: string,
  target: Favorite,
  place: DropSide,
): FavoritePosition {
  if (place === 'inside') return { parent: target.id, before: null }
  const { parent } = target
  if (place === 'before') return { parent, before: target.id }
  const others = listIn(favorites, parent).filter(({ id }) => id !== dragged)
  const next = others[others.findIndex(({ id }) => id === target.id) + 1]
  return { parent, before: next?.id ?? null }
}

/** The target of each keyboard step that is possible. */
export function stepsOf(
  favorites: readonly Favorite[],
  favorite: Favorite,
): Partial<Record<Step, FavoritePosition>> {
  const { parent } = favorite
  const list = listIn(favorites, parent)
  const at = list.findIndex(({ id }) => id === favorite.id)
  const above = list[at - 1]
  const steps: Partial<Record<Step, FavoritePosition>> = {}
  if (above) steps.up = { parent, before: above.id }
  if (at < list.length - 1) steps.down = { parent, before: list[at + 2]?.id ?? null }
  const nearest = list.slice(0, at).findLast(isFolder) ?? list.find(isFolder)
  if (nearest && !favorite.is_folder) steps.in = { parent: nearest.id, before: null }
  const folder = favorites.find(({ id }) => id === parent)
  if (folder) steps.out = placeAt(favorites, favorite.id, folder, 'after')
  return steps
}

const isFolder = ({ is_folder }: Favorite) => is_folder
