import { issueLinksV1, workItemLinksV1 } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import { addLink, deleteLink, editLink, readLink, readLinks } from './service.ts'

export const itemLinks: Feature = async (app) => {
  const { db } = app
  for (const api of [workItemLinksV1, issueLinksV1]) {
    app.route({
      ...api.list,
      handler: ({ projectMember: me, params, query }) => readLinks(db, me, params.issue_id, query),
    })
    app.route({
      ...api.create,
      handler: ({ projectMember: me, params, body }) => addLink(db, me, params.issue_id, body),
    })
    app.route({
      ...api.get,
      handler: ({ projectMember: me, params, query }) => readLink(db, me, params, query),
    })
    app.route({
      ...api.change,
      handler: ({ projectMember: me, params, body }) => editLink(db, me, params, body),
    })
    app.route({
      ...api.remove,
      handler: ({ projectMember: me, params }) => deleteLink(db, me, params),
    })
  }
}
