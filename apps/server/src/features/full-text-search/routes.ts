import { fullTextSearchApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { withRequestAbort } from '#kernel/http/request-abort.ts'
import { searchFullText } from './service.ts'

export const fullTextSearch: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.search,
    handler: ({ member, query }, reply) =>
      withRequestAbort(reply, () => searchFullText(db, member, query)),
  })
}
