import { issueAttachmentsV1, workItemAttachmentsV1 } from '@cairn/contract/v1'
import type { FastifyRequest } from 'fastify'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  addressOfAttachment,
  askToAttach,
  deleteAttachment,
  markAttached,
  readAttachments,
} from './service.ts'

export const itemAttachments: Feature = async (app) => {
  const { db } = app
  const { storage, config } = app.deps
  const house = { db, storage, config }
  /** Relative to the request's origin, unless the operator has configured one. */
  const from =
    ({ protocol, host }: FastifyRequest) =>
    (path: string) =>
      new URL(path, config.webUrl ?? `${protocol}://${host}`).href

  for (const api of [workItemAttachmentsV1, issueAttachmentsV1]) {
    app.route({
      ...api.list,
      handler: ({ projectMember: me, params }) => readAttachments(db, me, params.issue_id),
    })
    app.route({
      ...api.create,
      handler: (request) => {
        const { projectMember: me, params, body } = request
        return askToAttach(house, me, params.issue_id, body, from(request))
      },
    })
    app.route({
      ...api.complete,
      handler: ({ projectMember: me, params }) => markAttached(house, me, params),
    })
    app.route({
      ...api.download,
      handler: async (request, reply) => {
        const { projectMember: me, params } = request
        return reply.redirect(await addressOfAttachment(house, me, params, from(request)))
      },
    })
    app.route({
      ...api.remove,
      handler: ({ projectMember: me, params }) => deleteAttachment(db, me, params),
    })
  }
}
