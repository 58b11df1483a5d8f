import { searchIssuesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { untilLeft } from '#kernel/http/whoever-left.ts'
import { findDuplicates, search } from './service.ts'

export const searchIssues: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.search,
    handler: ({ projectMember: me, query }, reply) => untilLeft(reply, () => search(db, me, query)),
  })
  app.route({
    ...api.duplicates,
    handler: ({ projectMember: me, body }, reply) =>
      untilLeft(reply, () => findDuplicates(db, me, body)),
  })
}
