import { statesV1 as api } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import { addState, deleteState, editState, readState, readStates } from './service.ts'

export const states: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ projectMember, query }) => readStates(db, projectMember, query),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember, body }) => addState(db, projectMember, body),
  })
  app.route({
    ...api.get,
    handler: ({ projectMember, params, query }) =>
      readState(db, projectMember, params.state_id, query),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember, params, body }) =>
      editState(db, projectMember, params.state_id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ projectMember, params }) => deleteState(db, projectMember, params.state_id),
  })
}
