import { searchIssuesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { withRequestAbort } from '#kernel/http/request-abort.ts'
import { findDuplicates, search } from './service.ts'

export const searchIssues: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.search,
    handler: ({ projectMember: me, query }, reply) =>
      withRequestAbort(reply, () => search(db, me, query)),
  })
  app.route({
    ...api.duplicates,
    handler: ({ projectMember: me, body }, reply) =>
      withRequestAbort(reply, () => findDuplicates(db, me, body)),
  })
}
