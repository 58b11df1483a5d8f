import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember } from '../core/policy.ts'
import { Choice, Id, Json, Nullable, withId } from '../core/shapes.ts'
import type { ProjectEvent } from '../project/projects.ts'

export const favoriteTypes = [
  'project',
  'cycle',
  'module',
  'view',
  'page',
  'teamspace',
  'folder',
  'issue',
] as const
export type FavoriteType = (typeof favoriteTypes)[number]

/** Looked up on each read, so that a renamed object is shown with its new name. */
const FavoriteEntity = Type.Object({
  id: Id,
  name: Type.String(),
  logo_props: Json,
  project_id: Type.Optional(Nullable(Id)),
  /** Set for a view of a teamspace. */
  teamspace_id: Type.Optional(Nullable(Id)),
})

export const Favorite = Type.Object({
  id: Id,
  entity_type: Choice(favoriteTypes),
  entity_identifier: Nullable(Id),
  entity_data: Nullable(FavoriteEntity),
  name: Nullable(Type.String()),
  is_folder: Type.Boolean(),
  sequence: Type.Number(),
  parent: Nullable(Id),
  workspace_id: Id,
  project_id: Nullable(Id),
})
export type Favorite = Static<typeof Favorite>

const FolderName = Type.String({ maxLength: 255 })

export const NewFavorite = Type.Object({
  entity_type: Choice(favoriteTypes),
  entity_identifier: Type.Optional(Nullable(Id)),
  project_id: Type.Optional(Nullable(Id)),
  name: Type.Optional(Nullable(FolderName)),
  is_folder: Type.Optional(Type.Boolean()),
  parent: Type.Optional(Nullable(Id)),
})
export type NewFavorite = Static<typeof NewFavorite>

export const FavoritePatch = Type.Partial(
  Type.Object({ name: Nullable(FolderName), sequence: Type.Number(), parent: Nullable(Id) }),
)
export type FavoritePatch = Static<typeof FavoritePatch>

const workspace = '/api/workspaces/:slug/'
const all = `${workspace}user-favorites/` as const
const one = `${all}:id/` as const
const ofProjects = `${workspace}user-favorite-projects/` as const

export const favoritesApi = {
  /** Without `all=true` only favorites outside folders. */
  list: endpoint(anyMember, `GET ${all}`, {
    query: Type.Object({ all: Type.Optional(Type.String({ maxLength: 10 })) }),
    200: Type.Array(Favorite),
  }),
  create: endpoint(anyMember, `POST ${all}`, { body: withId(NewFavorite), 200: Favorite }),
  change: endpoint(anyMember, `PATCH ${one}`, { body: FavoritePatch, 200: Favorite }),
  remove: endpoint(anyMember, `DELETE ${one}`, { 204: Type.Null() }),
  inFolder: endpoint(anyMember, `GET ${one}group/`, { 200: Type.Array(Favorite) }),
  listProjects: endpoint(anyMember, `GET ${ofProjects}`, { 200: Type.Array(Favorite) }),
  addProject: endpoint(anyMember, `POST ${ofProjects}`, {
    body: Type.Object({ project: Id }),
    204: Type.Null(),
  }),
  removeProject: endpoint(anyMember, `DELETE ${ofProjects}:project_id/`, {
    204: Type.Null(),
  }),
}

/** Removing a folder removes its content. */
export type FavoriteEvent =
  | { type: 'favorite.saved'; favorite: Favorite }
  | { type: 'favorite.removed'; ids: string[] }

/** All favorites (`all=true`) after an event. Used for live and optimistic updates. */
export function applyFavoriteEvent(favorites: Favorite[], event: FavoriteEvent): Favorite[] {
  if (event.type === 'favorite.removed') {
    return favorites.filter(({ id }) => !event.ids.includes(id))
  }
  const saved = event.favorite
  const known = favorites.some(({ id }) => id === saved.id)
  return known ? favorites.map((old) => (old.id === saved.id ? saved : old)) : [saved, ...favorites]
}

/** Updates the name in a project's favorite, and removes favorites with their project. */
export function applyProjectEventToFavorites(
  favorites: Favorite[],
  event: ProjectEvent,
): Favorite[] {
  if (event.type === 'project.removed') {
    return favorites.filter(({ project_id }) => project_id !== event.id)
  }
  const { id, name, logo_props } = event.project
  return favorites.map((favorite) =>
    favorite.entity_type === 'project' && favorite.entity_identifier === id
      ? { ...favorite, entity_data: { id, name, logo_props } }
      : favorite,
  )
}
