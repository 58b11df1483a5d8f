import { statesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listStatesOfWorkspace } from './queries.ts'
import {
  changeState,
  createState,
  findOne,
  listOrGroup,
  markDefault,
  removeState,
} from './service.ts'

export const states: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ projectMember, query }) => listOrGroup(db, projectMember, query.grouped),
  })
  app.route({
    ...api.listOfWorkspace,
    handler: ({ member }) => listStatesOfWorkspace(db, member),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember, body }) => createState(db, projectMember, body),
  })
  app.route({
    ...api.get,
    handler: ({ projectMember, params }) => findOne(db, projectMember, params.id),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember, params, body }) => changeState(db, projectMember, params.id, body),
  })
  app.route({
    ...api.replace,
    handler: ({ projectMember, params, body }) => changeState(db, projectMember, params.id, body),
  })
  app.route({
    ...api.markDefault,
    handler: ({ projectMember, params }) => markDefault(db, projectMember, params.id),
  })
  app.route({
    ...api.remove,
    handler: ({ projectMember, params }) => removeState(db, projectMember, params.id),
  })
}
