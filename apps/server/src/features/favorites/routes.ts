import { favoritesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listFavoriteProjects, listFavorites } from './queries.ts'
import {
  addFavoriteProject,
  changeFavorite,
  createFavorite,
  openFolder,
  removeFavorite,
  removeFavoriteProject,
} from './service.ts'

export const favorites: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ member, query }) => listFavorites(db, member, { all: query.all === 'true' }),
  })
  app.route({ ...api.create, handler: ({ member, body }) => createFavorite(db, member, body) })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeFavorite(db, member, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ member, params }) => removeFavorite(db, member, params.id),
  })
  app.route({ ...api.inFolder, handler: ({ member, params }) => openFolder(db, member, params.id) })
  app.route({ ...api.listProjects, handler: ({ member }) => listFavoriteProjects(db, member) })
  app.route({
    ...api.addProject,
    handler: ({ member, body }) => addFavoriteProject(db, member, body.project),
  })
  app.route({
    ...api.removeProject,
    handler: ({ member, params }) => removeFavoriteProject(db, member, params.project_id),
  })
}
