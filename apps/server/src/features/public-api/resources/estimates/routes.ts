import { estimatesV1 as api } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  addEstimate,
  deleteEstimate,
  deletePoint,
  editEstimate,
  editPoint,
  putPoints,
  readEstimate,
  readPoints,
} from './service.ts'

export const estimates: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.get, handler: ({ projectMember }) => readEstimate(db, projectMember) })
  app.route({
    ...api.create,
    handler: ({ projectMember, body }) => addEstimate(db, projectMember, body),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember, body }) => editEstimate(db, projectMember, body),
  })
  app.route({ ...api.remove, handler: ({ projectMember }) => deleteEstimate(db, projectMember) })
  app.route({
    ...api.points,
    handler: ({ projectMember, params }) => readPoints(db, projectMember, params.estimate_id),
  })
  app.route({
    ...api.addPoints,
    preValidation: (request, _reply, done) => {
      const body: unknown = request.body
      if (Array.isArray(body)) request.body = { estimate_points: body }
      done()
    },
    handler: ({ projectMember, params, body }) =>
      putPoints(db, projectMember, params.estimate_id, body.estimate_points),
  })
  app.route({
    ...api.changePoint,
    handler: ({ projectMember, params, body }) =>
      editPoint(db, projectMember, params.estimate_id, params.estimate_point_id, body),
  })
  app.route({
    ...api.removePoint,
    handler: ({ projectMember, params }) =>
      deletePoint(db, projectMember, params.estimate_id, params.estimate_point_id),
  })
}
