import { toPage } from '@cairn/contract'
import { issueExtrasV1, workItemExtrasV1 } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { notServed } from '../../kit/not-served.ts'
import { reachItem } from '../work-items/reach.ts'

/** Pages of items: there are none here, and none can be created. */
export const itemExtras: Feature = async (app) => {
  const { db } = app
  for (const { emptyPages, missing } of [workItemExtrasV1, issueExtrasV1]) {
    for (const endpoint of emptyPages) {
      app.route({
        ...endpoint,
        handler: async ({ projectMember: me, params, query }) => {
          await reachItem(db, me, params.issue_id)
          return toPage(sliceOf(query), { results: [], count: 0, total: 0 })
        },
      })
    }
    for (const endpoint of missing) notServed(app, endpoint)
  }
}
