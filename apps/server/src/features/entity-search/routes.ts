import { entitySearchApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { untilLeft } from '#kernel/http/whoever-left.ts'
import { searchEntities } from './service.ts'

export const entitySearch: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.search,
    handler: ({ member, query }, reply) =>
      untilLeft(reply, () => searchEntities(db, member, query)),
  })
}
