import { relationsApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { createRelations, listRelations, removeRelation } from './service.ts'

export const relations: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ projectMember: me, params }) => listRelations(db, me, params.id),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember: me, params, body }) => createRelations(db, me, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: async ({ projectMember: me, params, body }) => {
      await removeRelation(db, me, params.id, body)
      return null
    },
  })
}
