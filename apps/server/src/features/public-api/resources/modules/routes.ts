import { modulesV1 as api } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  addModule,
  deleteModule,
  editModule,
  putAway,
  putItems,
  readItems,
  readModule,
  readModules,
  readModulesLite,
  takeItem,
  undelete,
} from './service.ts'

export const modules: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ projectMember, query }) => readModules(db, projectMember, query),
  })
  app.route({
    ...api.listLite,
    handler: ({ projectMember, query }) => readModulesLite(db, projectMember, query),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember, body }) => addModule(db, projectMember, body),
  })
  app.route({
    ...api.get,
    handler: ({ projectMember, params, query }) =>
      readModule(db, projectMember, params.module_id, query),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember, params, body }) =>
      editModule(db, projectMember, params.module_id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ projectMember, params }) => deleteModule(db, projectMember, params.module_id),
  })
  app.route({
    ...api.items,
    handler: ({ projectMember, params, query }) =>
      readItems(db, projectMember, params.module_id, query),
  })
  app.route({
    ...api.addItems,
    handler: ({ projectMember, params, body }) =>
      putItems(db, projectMember, params.module_id, body.issues),
  })
  app.route({
    ...api.removeItem,
    handler: ({ projectMember, params }) =>
      takeItem(db, projectMember, params.module_id, params.issue_id),
  })
  app.route({
    ...api.archive,
    handler: ({ projectMember, params }) => putAway(db, projectMember, params.module_id),
  })
  for (const list of [api.listArchived, api.listArchivedOlder]) {
    app.route({
      ...list,
      handler: ({ projectMember, query }) =>
        readModules(db, projectMember, query, { archived: true }),
    })
  }
  app.route({
    ...api.restore,
    handler: ({ projectMember, params }) => undelete(db, projectMember, params.module_id),
  })
}
