import { searchApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { untilLeft } from '#kernel/http/whoever-left.ts'
import { searchEverything } from './service.ts'

export const search: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.search,
    handler: ({ member, query }, reply) =>
      untilLeft(reply, () => searchEverything(db, member, query)),
  })
}
