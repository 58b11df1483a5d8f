import { modulesApi as api } from '@cairn/contract'
import { addFavoriteOf, listFavoritesOf, removeFavoriteOf } from '#features/favorites/service.ts'
import {
  cachedResponse,
  itemsOfModule,
  listItems,
  openItem,
  rawJson,
  readParams,
} from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { addItems, changeModulesOf, removeItem } from './items.ts'
import { changeLink, createLink, listLinksOf, readLink, removeLink } from './links.ts'
import { changeProperties, readProperties } from './properties.ts'
import { findModule } from './queries.ts'
import { listAcross, listWithCounts, openArchived, openModule } from './read.ts'
import {
  archiveModule,
  changeModule,
  createModule,
  removeModule,
  restoreModule,
} from './service.ts'
import { restoreDeletedModule } from './undelete.ts'

export const modules: Feature = async (app) => {
  const { db } = app
  const { cache } = app.deps

  app.route({ ...api.list, handler: ({ projectMember: me }) => listWithCounts(db, me, false) })
  app.route({ ...api.listOfWorkspace, handler: ({ member }) => listAcross(db, member) })
  app.route({
    ...api.listArchived,
    handler: ({ projectMember: me }) => listWithCounts(db, me, true),
  })
  app.route({ ...api.create, handler: ({ projectMember: me, body }) => createModule(db, me, body) })
  app.route({
    ...api.get,
    handler: ({ projectMember: me, params }) => openModule(db, me, params.id),
  })
  app.route({
    ...api.getArchived,
    handler: ({ projectMember: me, params }) => openArchived(db, me, params.id),
  })
  for (const change of [api.change, api.replace]) {
    app.route({
      ...change,
      handler: ({ projectMember: me, params, body }) => changeModule(db, me, params.id, body),
    })
  }
  app.route({
    ...api.remove,
    handler: async ({ projectMember: me, params }) => {
      await removeModule(db, me, params.id)
      return null
    },
  })
  app.route({
    ...api.undelete,
    handler: async ({ projectMember: me, params }) => {
      await restoreDeletedModule(db, me, params.id)
      return null
    },
  })
  app.route({
    ...api.archive,
    handler: ({ projectMember: me, params }) => archiveModule(db, me, params.id),
  })
  app.route({
    ...api.restore,
    handler: async ({ projectMember: me, params }) => {
      await restoreModule(db, me, params.id)
      return null
    },
  })

  async function itemsOf(me: ProjectMember, id: string) {
    const module = await findModule(db, me, id)
    if (!module || module.archived_at) throw notFound()
    return itemsOfModule(db, me, module.id)
  }

  app.route({
    ...api.items,
    ...rawJson,
    handler: (request, reply) =>
      cachedResponse(cache, request, reply, async (me) => {
        const { params, query } = request
        return listItems(db, me, readParams(query), await itemsOf(me, params.id))
      }),
  })
  app.route({
    ...api.addItems,
    handler: ({ projectMember: me, params, body }) =>
      addItems(db, me, params.id, body.issues ?? []),
  })
  app.route({
    ...api.removeItem,
    handler: async ({ projectMember: me, params }) => {
      await removeItem(db, me, params.id, params.item_id)
      return null
    },
  })
  app.route({
    ...api.changeOfItem,
    handler: ({ projectMember: me, params, body }) => changeModulesOf(db, me, params.id, body),
  })
  app.route({
    ...api.changeOfEpic,
    handler: async ({ projectMember: me, params, body }) => {
      await openItem(db, me, params.id, 'epics')
      if (body.modules?.length) throw badRequest({ error: 'Epics cannot be added to modules' })
      return { message: 'success' }
    },
  })

  app.route({
    ...api.links,
    handler: ({ projectMember: me, params }) => listLinksOf(db, me, params.id),
  })
  app.route({
    ...api.addLink,
    handler: ({ projectMember: me, params, body }) => createLink(db, me, params.id, body),
  })
  app.route({
    ...api.getLink,
    handler: ({ projectMember: me, params }) => readLink(db, me, params.id, params.link_id),
  })
  for (const change of [api.changeLink, api.replaceLink]) {
    app.route({
      ...change,
      handler: ({ projectMember: me, params, body }) =>
        changeLink(db, me, params.id, params.link_id, body),
    })
  }
  app.route({
    ...api.removeLink,
    handler: async ({ projectMember: me, params }) => {
      await removeLink(db, me, params.id, params.link_id)
      return null
    },
  })

  app.route({
    ...api.listFavorites,
    handler: ({ projectMember: me }) => listFavoritesOf(db, me, 'module'),
  })
  app.route({
    ...api.addFavorite,
    handler: async ({ projectMember: me, body }) => {
      await addFavoriteOf(db, me, 'module', body.module)
      return null
    },
  })
  app.route({
    ...api.removeFavorite,
    handler: async ({ projectMember: me, params }) => {
      await removeFavoriteOf(db, me, 'module', params.id)
      return null
    },
  })
  app.route({
    ...api.properties,
    handler: ({ projectMember: me, params }) => readProperties(db, me, params.id),
  })
  app.route({
    ...api.changeProperties,
    handler: ({ projectMember: me, params, body }) => changeProperties(db, me, params.id, body),
  })
}
