import { notificationsApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  changeNotification,
  listInbox,
  readAll,
  readNotification,
  readUnreadCounts,
  removeNotification,
} from './inbox.ts'

const now = () => new Date().toISOString()

export const notifications: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ member, query }) => listInbox(db, member, query) })
  app.route({ ...api.countUnread, handler: ({ member }) => readUnreadCounts(db, member) })
  app.route({ ...api.readAll, handler: ({ member, body }) => readAll(db, member, body) })
  app.route({
    ...api.get,
    handler: ({ member, params }) => readNotification(db, member, params.id),
  })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeNotification(db, member, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: async ({ member, params }) => {
      await removeNotification(db, member, params.id)
      return null
    },
  })
  app.route({
    ...api.read,
    handler: ({ member, params }) => changeNotification(db, member, params.id, { read_at: now() }),
  })
  app.route({
    ...api.unread,
    handler: ({ member, params }) => changeNotification(db, member, params.id, { read_at: null }),
  })
  app.route({
    ...api.archive,
    handler: ({ member, params }) =>
      changeNotification(db, member, params.id, { archived_at: now() }),
  })
  app.route({
    ...api.unarchive,
    handler: ({ member, params }) =>
      changeNotification(db, member, params.id, { archived_at: null }),
  })
}
