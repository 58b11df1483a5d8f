import { workspaceViewsApi as global, viewsApi as own, type WorkItem } from '@cairn/contract'
import { addFavoriteOf, listFavoritesOf, removeFavoriteOf } from '#features/favorites/service.ts'
import { itemsOfView, listItems, rawJson, readParams } from '#features/work-items/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { withRequestAbort } from '#kernel/http/request-abort.ts'
import { listViews, listWorkspaceViews } from './queries.ts'
import {
  changeAccess,
  changeView,
  createView,
  findVisible,
  lockView,
  readView,
  removeView,
} from './service.ts'

export const views: Feature = async (app) => {
  const { db } = app

  app.route({ ...own.list, handler: ({ projectMember }) => listViews(db, projectMember) })
  app.route({
    ...own.create,
    handler: ({ projectMember, body }) => createView(db, projectMember, body),
  })
  app.route({
    ...own.get,
    handler: ({ projectMember, params }) => readView(db, projectMember, params.id),
  })
  app.route({
    ...own.change,
    handler: ({ projectMember, params, body }) => changeView(db, projectMember, params.id, body),
  })
  app.route({
    ...own.replace,
    handler: ({ projectMember, params, body }) => changeView(db, projectMember, params.id, body),
  })
  app.route({
    ...own.remove,
    handler: ({ projectMember, params }) => removeView(db, projectMember, params.id),
  })
  app.route({
    ...own.items,
    ...rawJson,
    handler: async ({ projectMember: me, params, query }, reply) => {
      const context = itemsOfView(db, me, await findVisible(db, me, params.id))
      return withRequestAbort(reply, () => listItems<WorkItem>(db, me, readParams(query), context))
    },
  })
  app.route({
    ...own.lock,
    handler: ({ projectMember, params }) => lockView(db, projectMember, params.id, true),
  })
  app.route({
    ...own.unlock,
    handler: ({ projectMember, params }) => lockView(db, projectMember, params.id, false),
  })
  app.route({
    ...own.changeAccess,
    handler: ({ projectMember, params, body }) =>
      changeAccess(db, projectMember, params.id, body.access),
  })
  app.route({
    ...own.listFavorites,
    handler: ({ projectMember }) => listFavoritesOf(db, projectMember, 'view'),
  })
  app.route({
    ...own.addFavorite,
    handler: ({ projectMember, body }) => addFavoriteOf(db, projectMember, 'view', body.view),
  })
  app.route({
    ...own.removeFavorite,
    handler: ({ projectMember, params }) =>
      removeFavoriteOf(db, projectMember, 'view', params.view_id),
  })
}

export const workspaceViews: Feature = async (app) => {
  const { db } = app

  app.route({
    ...global.list,
    handler: ({ member, query }) => listWorkspaceViews(db, member, query.order_by),
  })
  app.route({ ...global.create, handler: ({ member, body }) => createView(db, member, body) })
  app.route({ ...global.get, handler: ({ member, params }) => readView(db, member, params.id) })
  app.route({
    ...global.change,
    handler: ({ member, params, body }) => changeView(db, member, params.id, body),
  })
  app.route({
    ...global.remove,
    handler: ({ member, params }) => removeView(db, member, params.id),
  })
  app.route({
    ...global.lock,
    handler: ({ member, params }) => lockView(db, member, params.id, true),
  })
  app.route({
    ...global.unlock,
    handler: ({ member, params }) => lockView(db, member, params.id, false),
  })
  app.route({
    ...global.changeAccess,
    handler: ({ member, params, body }) => changeAccess(db, member, params.id, body.access),
  })
}
