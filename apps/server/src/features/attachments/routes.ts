import { attachmentsApi, epicAttachmentsApi } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  completeAttachment,
  findDownload,
  listAttachmentsOf,
  openAttachment,
  removeAttachment,
} from './service.ts'

export const attachments: Feature = async (app) => {
  const { db } = app
  const { storage, config } = app.deps
  const house = { db, storage, config }
  for (const [kind, api] of [
    ['issues', attachmentsApi],
    ['epics', epicAttachmentsApi],
  ] as const) {
    app.route({
      ...api.list,
      handler: ({ projectMember: me, params }) => listAttachmentsOf(db, me, params.id, kind),
    })
    app.route({
      ...api.create,
      handler: ({ projectMember: me, params, body }) =>
        openAttachment(house, me, params.id, body, kind),
    })
    app.route({
      ...api.complete,
      handler: async ({ projectMember: me, params }) => {
        await completeAttachment(house, me, params.id, params.asset_id, kind)
        return null
      },
    })
    app.route({
      ...api.download,
      handler: async ({ projectMember: me, params }, reply) =>
        reply.redirect(await findDownload(house, me, params.id, params.asset_id, kind)),
    })
    app.route({
      ...api.remove,
      handler: async ({ projectMember: me, params }) => {
        await removeAttachment(db, me, params.id, params.asset_id, kind)
        return null
      },
    })
  }
}
