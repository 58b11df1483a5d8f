import { reactionsApi as api, epicReactionsApi } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { addReaction, readReactions, removeReaction } from './service.ts'

export const reactions: Feature = async (app) => {
  const { db } = app
  for (const [kind, calls] of [
    ['issues', api],
    ['epics', epicReactionsApi],
  ] as const) {
    app.route({
      ...calls.list,
      handler: ({ projectMember: me, params }) => readReactions(db, me, params.id, kind),
    })
    app.route({
      ...calls.add,
      handler: ({ projectMember: me, params, body }) => addReaction(db, me, params.id, body, kind),
    })
    app.route({
      ...calls.remove,
      handler: async ({ projectMember: me, params }) => {
        await removeReaction(db, me, params, kind)
        return null
      },
    })
  }
}
