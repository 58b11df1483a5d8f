import { issueCommentsV1, workItemCommentsV1 } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import { addComment, deleteComment, editComment, readComment, readComments } from './service.ts'

export const itemComments: Feature = async (app) => {
  const { db } = app
  for (const api of [workItemCommentsV1, issueCommentsV1]) {
    app.route({
      ...api.list,
      handler: ({ projectMember: me, params, query }) =>
        readComments(db, me, params.issue_id, query),
    })
    app.route({
      ...api.create,
      handler: ({ projectMember: me, params, body }) => addComment(db, me, params.issue_id, body),
    })
    app.route({
      ...api.get,
      handler: ({ projectMember: me, params, query }) => readComment(db, me, params, query),
    })
    app.route({
      ...api.change,
      handler: ({ projectMember: me, params, body }) => editComment(db, me, params, body),
    })
    app.route({
      ...api.remove,
      handler: ({ projectMember: me, params }) => deleteComment(db, me, params),
    })
  }
}
