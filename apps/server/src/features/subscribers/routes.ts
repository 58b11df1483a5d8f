import { subscribersApi as api, epicSubscribersApi } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  addSubscriber,
  isSubscribed,
  readSubscribers,
  removeSubscriber,
  subscribeOneself,
  subscribeToMany,
} from './service.ts'

export const subscribers: Feature = async (app) => {
  const { db } = app

  for (const [kind, calls] of [
    ['issues', api],
    ['epics', epicSubscribersApi],
  ] as const) {
    app.route({
      ...calls.isSubscribed,
      handler: ({ projectMember: me, params }) => isSubscribed(db, me, params.id, kind),
    })
    app.route({
      ...calls.subscribe,
      handler: ({ projectMember: me, params }) => subscribeOneself(db, me, params.id, kind),
    })
    app.route({
      ...calls.unsubscribe,
      handler: async ({ projectMember: me, params }) => {
        await removeSubscriber(db, me, params.id, me.user_id, kind)
        return null
      },
    })
    app.route({
      ...calls.list,
      handler: ({ projectMember: me, params }) => readSubscribers(db, me, params.id, kind),
    })
    app.route({
      ...calls.add,
      handler: ({ projectMember: me, params, body }) =>
        addSubscriber(db, me, params.id, body.subscriber, kind),
    })
    app.route({
      ...calls.remove,
      handler: async ({ projectMember: me, params }) => {
        await removeSubscriber(db, me, params.id, params.user_id, kind)
        return null
      },
    })
  }

  app.route({
    ...api.subscribeToMany,
    handler: ({ projectMember: me, body }) => subscribeToMany(db, me, body.issue_ids ?? []),
  })
}
