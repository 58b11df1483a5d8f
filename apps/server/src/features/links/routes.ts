import { epicIssueLinksApi, epicLinksApi, linksApi } from '@cairn/contract'
import { limitByAccount } from '#kernel/auth/throttle.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { changeLink, createLink, listLinksOf, readLink, removeLink } from './service.ts'

export const links: Feature = async (app) => {
  const { db } = app
  for (const [kind, api] of [
    ['issues', linksApi],
    ['epics', epicLinksApi],
    ['epics', epicIssueLinksApi],
  ] as const) {
    app.route({
      ...api.list,
      handler: ({ projectMember: me, params }) => listLinksOf(db, me, params.id, kind),
    })
    app.route({
      ...api.create,
      preHandler: limitByAccount('linkPreviews'),
      handler: ({ projectMember: me, params, body }) => createLink(db, me, params.id, body, kind),
    })
    app.route({
      ...api.get,
      handler: ({ projectMember: me, params }) => readLink(db, me, params.id, params.link_id, kind),
    })
    app.route({
      ...api.change,
      preHandler: limitByAccount('linkPreviews'),
      handler: ({ projectMember: me, params, body }) =>
        changeLink(db, me, params.id, params.link_id, body, kind),
    })
    app.route({
      ...api.remove,
      handler: async ({ projectMember: me, params }) => {
        await removeLink(db, me, params.id, params.link_id, kind)
        return null
      },
    })
  }
}
