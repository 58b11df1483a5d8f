import { toPage } from '@cairn/contract'
import { emptyV1, typesAliasV1, typesV1 } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import { notFound } from '#kernel/http/errors.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { notServed } from '../../kit/not-served.ts'
import { listTypes } from './queries.ts'

/** Types, under both names, and what projects do not have here. */
export const types: Feature = async (app) => {
  const { db } = app
  for (const api of [typesV1, typesAliasV1]) {
    app.route({ ...api.list, handler: ({ projectMember }) => listTypes(db, projectMember) })
    app.route({
      ...api.get,
      handler: async ({ projectMember, params }) => {
        const found = await listTypes(db, projectMember)
        const type = found.find(({ id }) => id === params.type_id.toLowerCase())
        if (!type) throw notFound()
        return type
      },
    })
    for (const call of Object.values(api.notServed)) notServed(app, call)
  }

  app.route({ ...emptyV1.properties, handler: async () => [] })
  app.route({ ...emptyV1.allProperties, handler: async () => [] })
  app.route({ ...emptyV1.options, handler: async () => [] })
  app.route({
    ...emptyV1.milestones,
    handler: async ({ query }) => toPage(sliceOf(query), { results: [], count: 0, total: 0 }),
  })
  for (const call of Object.values(emptyV1.notServed)) notServed(app, call)
}
