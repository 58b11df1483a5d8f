import { instanceUsersApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { deactivateUser, makeResetLink, pageThroughUsers, reactivateUser } from './service.ts'

export const instanceUsers: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ query }) => pageThroughUsers(db, query) })
  app.route({ ...api.deactivate, handler: ({ params }) => deactivateUser(db, params.id) })
  app.route({ ...api.resetPassword, handler: ({ params }) => makeResetLink(db, params.id) })
  app.route({ ...api.reactivate, handler: ({ params }) => reactivateUser(db, params.id) })
}
