import { toPage } from '@cairn/contract'
import { emptyV1, importTypesV1, typesAliasV1, typesV1 } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { notServed } from '../../kit/not-served.ts'
import { listTypes } from './queries.ts'
import { addType, deleteType, editType, importTypes, readType } from './service.ts'

/** Types, under both names, and what projects do not have here. */
export const types: Feature = async (app) => {
  const { db } = app
  for (const api of [typesV1, typesAliasV1]) {
    app.route({ ...api.list, handler: ({ projectMember }) => listTypes(db, projectMember) })
    app.route({
      ...api.get,
      handler: ({ projectMember, params }) => readType(db, projectMember, params.type_id),
    })
    app.route({
      ...api.create,
      handler: ({ projectMember, body }) => addType(db, projectMember, body),
    })
    app.route({
      ...api.change,
      handler: ({ projectMember, params, body }) =>
        editType(db, projectMember, params.type_id, body),
    })
    app.route({
      ...api.remove,
      handler: ({ projectMember, params }) => deleteType(db, projectMember, params.type_id),
    })
  }
  app.route({
    ...importTypesV1,
    handler: ({ projectMember, body }) => importTypes(db, projectMember, body.work_item_type_ids),
  })

  app.route({
    ...emptyV1.milestones,
    handler: async ({ query }) => toPage(sliceOf(query), { results: [], count: 0, total: 0 }),
  })
  for (const call of Object.values(emptyV1.notServed)) notServed(app, call)
}
