import { propertiesV1 as api, issueValuesV1, workItemValuesV1 } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  addOption,
  addProperty,
  clearValues,
  deleteOption,
  deleteProperty,
  editOption,
  editProperty,
  readOption,
  readOptions,
  readProperties,
  readPropertiesOfWorkspace,
  readProperty,
  readValues,
  setValues,
} from './service.ts'

export const properties: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ projectMember: me, params }) => readProperties(db, me, params.type_id),
  })
  app.route({ ...api.ofProject, handler: ({ projectMember: me }) => readProperties(db, me) })
  app.route({ ...api.ofWorkspace, handler: ({ member }) => readPropertiesOfWorkspace(db, member) })
  app.route({
    ...api.create,
    handler: ({ projectMember: me, params, body }) => addProperty(db, me, params, body),
  })
  app.route({
    ...api.get,
    handler: ({ projectMember: me, params }) => readProperty(db, me, params),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember: me, params, body }) => editProperty(db, me, params, body),
  })
  app.route({
    ...api.remove,
    handler: ({ projectMember: me, params }) => deleteProperty(db, me, params),
  })
  app.route({
    ...api.options,
    handler: ({ projectMember: me, params }) => readOptions(db, me, params.property_id),
  })
  app.route({
    ...api.addOption,
    handler: ({ projectMember: me, params, body }) => addOption(db, me, params.property_id, body),
  })
  app.route({
    ...api.getOption,
    handler: ({ projectMember: me, params }) => readOption(db, me, params),
  })
  app.route({
    ...api.changeOption,
    handler: ({ projectMember: me, params, body }) => editOption(db, me, params, body),
  })
  app.route({
    ...api.removeOption,
    handler: ({ projectMember: me, params }) => deleteOption(db, me, params),
  })
  for (const values of [workItemValuesV1, issueValuesV1]) {
    app.route({
      ...values.get,
      handler: ({ projectMember: me, params }) => readValues(db, me, params),
    })
    for (const write of [values.set, values.change]) {
      app.route({
        ...write,
        handler: ({ projectMember: me, params, body }) => setValues(db, me, params, body),
      })
    }
    app.route({
      ...values.remove,
      handler: ({ projectMember: me, params }) => clearValues(db, me, params),
    })
  }
}
