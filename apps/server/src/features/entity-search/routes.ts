import { entitySearchApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { withRequestAbort } from '#kernel/http/request-abort.ts'
import { searchEntities } from './service.ts'

export const entitySearch: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.search,
    handler: ({ member, query }, reply) =>
      withRequestAbort(reply, () => searchEntities(db, member, query)),
  })
}
