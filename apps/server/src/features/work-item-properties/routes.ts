import { workItemPropertiesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  changeProperty,
  createProperty,
  listProperties,
  readReferenced,
  removeProperty,
} from './service.ts'

export const workItemProperties: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ member }) => listProperties(db, member) })
  app.route({
    ...api.create,
    handler: ({ member, params, body }) => createProperty(db, member, params.type_id, body),
  })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeProperty(db, member, params, body),
  })
  app.route({
    ...api.remove,
    handler: ({ member, params }) => removeProperty(db, member, params),
  })
  app.route({
    ...api.referencedItems,
    handler: ({ member, query }) => readReferenced(db, member, query.ids),
  })
}
