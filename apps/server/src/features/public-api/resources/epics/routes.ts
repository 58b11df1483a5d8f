import { epicsV1 as api } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  addEpic,
  deleteEpic,
  editEpic,
  putItems,
  readEpic,
  readEpics,
  readItems,
} from './service.ts'

export const epics: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ projectMember, query }) => readEpics(db, projectMember, query),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember, body }) => addEpic(db, projectMember, body),
  })
  app.route({
    ...api.get,
    handler: ({ projectMember, params, query }) =>
      readEpic(db, projectMember, params.issue_id, query),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember, params, body }) =>
      editEpic(db, projectMember, params.issue_id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ projectMember, params }) => deleteEpic(db, projectMember, params.issue_id),
  })
  app.route({
    ...api.items,
    handler: ({ projectMember, params, query }) =>
      readItems(db, projectMember, params.issue_id, query),
  })
  app.route({
    ...api.addItems,
    handler: ({ projectMember, params, body }) =>
      putItems(db, projectMember, params.issue_id, body.work_item_ids),
  })
}
