import { workItemsApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listWorkItems } from './list.ts'
import { changeWorkItem, createWorkItem, readWorkItem, removeWorkItem } from './service.ts'

export const workItems: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ projectMember, query }) => listWorkItems(db, projectMember, query),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember, body }) => createWorkItem(db, projectMember, body),
  })
  app.route({
    ...api.get,
    handler: ({ projectMember, params }) => readWorkItem(db, projectMember, params.id),
  })
  app.route({
    ...api.change,
    handler: async ({ projectMember, params, body }) => {
      await changeWorkItem(db, projectMember, params.id, body)
      return null
    },
  })
  app.route({
    ...api.remove,
    handler: async ({ projectMember, params }) => {
      await removeWorkItem(db, projectMember, params.id)
      return null
    },
  })
}
