import { pageCommentsApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  changeComment,
  createComment,
  readComments,
  removeComment,
  resolveComment,
} from './comments.ts'

export const pageComments: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ projectMember, params }) => readComments(db, projectMember, params.id),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember, params, body }) => createComment(db, projectMember, params.id, body),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember, params, body }) => changeComment(db, projectMember, params, body),
  })
  app.route({
    ...api.remove,
    handler: ({ projectMember, params }) => removeComment(db, projectMember, params),
  })
  app.route({
    ...api.resolve,
    handler: ({ projectMember, params }) => resolveComment(db, projectMember, params, true),
  })
  app.route({
    ...api.reopen,
    handler: ({ projectMember, params }) => resolveComment(db, projectMember, params, false),
  })
}
