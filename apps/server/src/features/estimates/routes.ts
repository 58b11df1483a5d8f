import { estimatesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { readEstimate } from './emit.ts'
import { addPoint, addPointShort, changePoint, changePointShort, removePoint } from './points.ts'
import {
  changeEstimate,
  createEstimate,
  listActivePoints,
  listAll,
  listOfWorkspace,
  removeEstimate,
} from './service.ts'

export const estimates: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.listOfWorkspace, handler: ({ member }) => listOfWorkspace(db, member) })
  app.route({ ...api.list, handler: ({ projectMember: me }) => listAll(db, me) })
  app.route({
    ...api.create,
    handler: ({ projectMember: me, body }) => createEstimate(db, me, body),
  })
  app.route({
    ...api.get,
    handler: ({ projectMember: me, params }) => readEstimate(db, me, params.id),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember: me, params, body }) => changeEstimate(db, me, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: async ({ projectMember: me, params }) => {
      await removeEstimate(db, me, params.id)
      return null
    },
  })
  app.route({
    ...api.activePoints,
    handler: ({ projectMember: me }) => listActivePoints(db, me),
  })
  app.route({
    ...api.addPoint,
    handler: ({ projectMember: me, params, body }) => addPoint(db, me, params.id, body),
  })
  app.route({
    ...api.changePoint,
    handler: ({ projectMember: me, params, body }) =>
      changePoint(db, me, params.id, params.point_id, body),
  })
  app.route({
    ...api.removePoint,
    handler: ({ projectMember: me, params, body }) =>
      removePoint(db, me, params.id, params.point_id, body?.new_estimate_id ?? null),
  })
  app.route({
    ...api.addPointShort,
    handler: ({ member, params, body }) => addPointShort(db, member, params.id, body),
  })
  app.route({
    ...api.changePointShort,
    handler: ({ member, params, body }) => changePointShort(db, member, params.point_id, body),
  })
}
