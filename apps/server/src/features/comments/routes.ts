import { commentsApi as api, epicCommentsApi } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { keyIn } from '#product/idempotency-queries.ts'
import { addReaction, readReactions, removeReaction } from './reactions.ts'
import {
  changeComment,
  createComment,
  readComment,
  readComments,
  removeComment,
  restoreDeletedComment,
} from './service.ts'

export const comments: Feature = async (app) => {
  const { db } = app

  for (const [kind, calls] of [
    ['issues', api],
    ['epics', epicCommentsApi],
  ] as const) {
    app.route({
      ...calls.list,
      handler: ({ projectMember: me, params }) => readComments(db, me, params.id, kind),
    })
    app.route({
      ...calls.create,
      handler: ({ projectMember: me, params, body, headers }) =>
        createComment(db, me, params.id, body, kind, keyIn(headers)),
    })
    app.route({
      ...calls.get,
      handler: ({ projectMember: me, params }) => readComment(db, me, params, kind),
    })
    app.route({
      ...calls.change,
      handler: ({ projectMember: me, params, body }) => changeComment(db, me, params, body, kind),
    })
    app.route({
      ...calls.remove,
      handler: async ({ projectMember: me, params }) => {
        await removeComment(db, me, params, kind)
        return null
      },
    })
    app.route({
      ...calls.undelete,
      handler: ({ projectMember: me, params }) => restoreDeletedComment(db, me, params, kind),
    })
  }

  app.route({
    ...api.reactions,
    handler: ({ projectMember: me, params }) => readReactions(db, me, params.comment_id),
  })
  app.route({
    ...api.react,
    handler: ({ projectMember: me, params, body }) => addReaction(db, me, params.comment_id, body),
  })
  app.route({
    ...api.takeBack,
    handler: async ({ projectMember: me, params }) => {
      await removeReaction(db, me, params.comment_id, params.reaction)
      return null
    },
  })
}
