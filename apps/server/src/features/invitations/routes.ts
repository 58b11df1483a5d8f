import { invitationsApi as api } from '@cairn/contract'
import { linkOrigin } from '#features/instance/service.ts'
import { visitorOf } from '#kernel/auth/visitor.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { holdLink } from './held-links.ts'
import { listInvitations, listWaiting } from './queries.ts'
import {
  answerInvitation,
  changeRole,
  invite,
  joinWaiting,
  openInvitation,
  readInvitation,
  resend,
  revoke,
} from './service.ts'

export const invitations: Feature = async (app) => {
  const { db } = app
  const { access, config } = app.deps

  app.route({ ...api.list, handler: ({ member }) => listInvitations(db, member) })
  app.route({
    ...api.create,
    handler: async (request) =>
      invite(db, request.member, request.body, await linkOrigin(db, config, request)),
  })
  app.route({ ...api.get, handler: ({ member, params }) => readInvitation(db, member, params.id) })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeRole(db, member, params.id, body.role),
  })
  app.route({ ...api.revoke, handler: ({ member, params }) => revoke(db, member, params.id) })
  app.route({
    ...api.resend,
    handler: async (request) =>
      resend(db, request.member, request.params.id, await linkOrigin(db, config, request)),
  })
  app.route({
    ...api.open,
    handler: ({ params, query: { token = '' } }) => openInvitation(db, { ...params, token }),
  })
  app.route({
    ...api.answer,
    handler: async (request, reply) => {
      const { params, body } = request
      const link = { ...params, token: body.token ?? '' }
      const caller = await visitorOf(access, request)
      const { message, waits } = await answerInvitation(db, link, body, caller)
      if (waits) holdLink(request, reply, link)
      return { message }
    },
  })
  app.route({ ...api.mine, handler: ({ person }) => listWaiting(db, person.user_id) })
  app.route({
    ...api.joinMine,
    handler: ({ person, body }) => joinWaiting(db, person, body.invitations),
  })
}
