import { favoritesApi as api, type Favorite } from '@cairn/contract'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { draft } from './change-hooks.ts'
import { favoritesIn, isDraft, useFavorites } from './hooks.ts'
import { settleAdded } from './move-favorite.ts'

/** An entity that can be a favorite, with its name and logo. */
export interface FavoriteThing {
  type: 'cycle' | 'module' | 'view' | 'page' | 'teamspace'
  id: string
  name: string
  logo_props?: Record<string, unknown>
  project_id: string | null
  /** Of a view that is a teamspace's. */
  teamspace_id?: string
}

/** The ids of the user's favorites. */
export function useFavoriteIds(slug: string, type: FavoriteThing['type']): ReadonlySet<string> {
  const favorites = useFavorites(slug)
  return useMemo(() => {
    const own = favorites?.filter(({ entity_type }) => entity_type === type) ?? []
    return new Set(own.flatMap(({ entity_identifier }) => entity_identifier ?? []))
  }, [favorites, type])
}

const isOf =
  ({ id }: FavoriteThing) =>
  ({ entity_identifier }: Favorite) =>
    entity_identifier === id

const create = (slug: string, { type, id, project_id }: FavoriteThing) =>
  call(api.create, {
    params: { slug },
    body: { entity_type: type, entity_identifier: id, project_id },
  })

const entryOf = (favorites: readonly Favorite[], thing: FavoriteThing) =>
  draft(favorites, {
    id: `new-${thing.id}`,
    entity_type: thing.type,
    entity_identifier: thing.id,
    entity_data: { logo_props: {}, ...thing },
    project_id: thing.project_id,
  })

/** Adds or removes a favorite. */
export function useToggleFavorite(slug: string) {
  const add = useOptimisticMutation({
    query: favoritesIn(slug),
    send: (thing: FavoriteThing) => create(slug, thing),
    apply: (favorites, thing) =>
      favorites.some(isOf(thing)) ? favorites : [entryOf(favorites, thing), ...favorites],
    settle: settleAdded,
    line: ({ id }) => `favorite ${id}`,
    failure: 'favorites.not_added',
  })
  const remove = useOptimisticMutation({
    query: favoritesIn(slug),
    send: async ({ thing, known }: { thing: FavoriteThing; known: Favorite | undefined }) => {
      // Removed while still being added: creating it again returns the existing one.
      const { id } = known && !isDraft(known) ? known : await create(slug, thing)
      await call(api.remove, { params: { slug, id } })
    },
    apply: (favorites, { thing }) => favorites.filter((favorite) => !isOf(thing)(favorite)),
    line: ({ thing }) => `favorite ${thing.id}`,
    failure: 'favorites.not_removed',
  })
  return (thing: FavoriteThing, onSuccess?: () => void) => {
    const known = queryClient.getQueryData(favoritesIn(slug).queryKey)?.find(isOf(thing))
    if (known) remove.mutate({ thing, known }, { onSuccess })
    else add.mutate(thing, { onSuccess })
  }
}
