import { itemTemplatesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  changeTemplate,
  createFromItem,
  createTemplate,
  endRecurrence,
  listShown,
  removeTemplate,
  setRecurrence,
} from './service.ts'

export const itemTemplates: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ projectMember }) => listShown(db, projectMember) })
  app.route({
    ...api.create,
    handler: ({ projectMember, body }) => createTemplate(db, projectMember, body),
  })
  app.route({
    ...api.createFromItem,
    handler: ({ projectMember, params, body }) =>
      createFromItem(db, projectMember, params.id, body),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember, params, body }) =>
      changeTemplate(db, projectMember, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ projectMember, params }) => removeTemplate(db, projectMember, params.id),
  })
  app.route({
    ...api.recur,
    handler: ({ projectMember, params, body }) => setRecurrence(db, projectMember, params.id, body),
  })
  app.route({
    ...api.endRecurrence,
    handler: ({ projectMember, params }) => endRecurrence(db, projectMember, params.id),
  })
}
