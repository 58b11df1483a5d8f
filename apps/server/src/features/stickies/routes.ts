import { stickiesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { changeSticky, createSticky, pageStickies, readSticky, removeSticky } from './service.ts'

export const stickies: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ member, query }) => pageStickies(db, member, query) })
  app.route({ ...api.create, handler: ({ member, body }) => createSticky(db, member, body) })
  app.route({ ...api.get, handler: ({ member, params }) => readSticky(db, member, params.id) })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeSticky(db, member, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: async ({ member, params }) => {
      await removeSticky(db, member, params.id)
      return null
    },
  })
}
