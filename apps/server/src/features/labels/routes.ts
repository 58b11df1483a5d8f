import { labelsApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listLabels, listLabelsOfWorkspace } from './queries.ts'
import { changeLabel, createLabel, createLabels, readLabel, removeLabel } from './service.ts'

export const labels: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ projectMember }) => listLabels(db, projectMember) })
  app.route({
    ...api.listOfWorkspace,
    handler: ({ member }) => listLabelsOfWorkspace(db, member),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember, body }) => createLabel(db, projectMember, body),
  })
  app.route({
    ...api.createMany,
    handler: ({ projectMember, body }) => createLabels(db, projectMember, body),
  })
  app.route({
    ...api.get,
    handler: ({ projectMember, params }) => readLabel(db, projectMember, params.id),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember, params, body }) => changeLabel(db, projectMember, params.id, body),
  })
  app.route({
    ...api.replace,
    handler: ({ projectMember, params, body }) => changeLabel(db, projectMember, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ projectMember, params }) => removeLabel(db, projectMember, params.id),
  })
}
