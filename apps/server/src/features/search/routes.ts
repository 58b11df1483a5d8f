import { searchApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { withRequestAbort } from '#kernel/http/request-abort.ts'
import { searchEverything } from './service.ts'

export const search: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.search,
    handler: ({ member, query }, reply) =>
      withRequestAbort(reply, () => searchEverything(db, member, query)),
  })
}
