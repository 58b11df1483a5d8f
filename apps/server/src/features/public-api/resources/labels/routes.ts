import { labelsV1 as api } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import { addLabel, deleteLabel, editLabel, readLabel, readLabels } from './service.ts'

export const labels: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ projectMember, query }) => readLabels(db, projectMember, query),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember, body }) => addLabel(db, projectMember, body),
  })
  app.route({
    ...api.get,
    handler: ({ projectMember, params, query }) =>
      readLabel(db, projectMember, params.label_id, query),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember, params, body }) =>
      editLabel(db, projectMember, params.label_id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ projectMember, params }) => deleteLabel(db, projectMember, params.label_id),
  })
}
