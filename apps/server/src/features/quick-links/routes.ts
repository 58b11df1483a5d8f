import { quickLinksApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  changeQuickLink,
  createQuickLink,
  listQuickLinks,
  readQuickLink,
  removeQuickLink,
} from './service.ts'

export const quickLinks: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ member }) => listQuickLinks(db, member) })
  app.route({ ...api.create, handler: ({ member, body }) => createQuickLink(db, member, body) })
  app.route({ ...api.get, handler: ({ member, params }) => readQuickLink(db, member, params.id) })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeQuickLink(db, member, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: async ({ member, params }) => {
      await removeQuickLink(db, member, params.id)
      return null
    },
  })
}
