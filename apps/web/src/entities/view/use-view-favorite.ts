import type { View } from '@cairn/contract'
import { useFavoriteIds, useToggleFavorite } from '#entities/favorite/favorite-things.ts'
import type { ViewScope } from './view-list.ts'

export function useViewFavorite({ slug, project_id, teamspace_id }: ViewScope) {
  const ids = useFavoriteIds(slug, 'view')
  const toggle = useToggleFavorite(slug)
  return {
    ids,
    isMarked: ({ id }: View) => ids.has(id),
    toggle: ({ id, name, logo_props }: View) =>
      toggle({ type: 'view', id, name, logo_props, project_id, teamspace_id }),
  }
}
