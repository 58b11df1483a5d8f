import { invitationsApi as api } from '@cairn/contract'
import type { FastifyRequest } from 'fastify'
import { linkOrigin } from '#features/instance/service.ts'
import { sessionToken } from '#kernel/auth/sessions.ts'
import type { Feature } from '#kernel/http/app-type.ts'
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

  /** Anyone may answer; who is signed in answers as themselves. */
  async function callerOf(request: FastifyRequest) {
    const token = sessionToken(request, 'app')
    return token ? access.ask({ kind: 'app', token }) : undefined
  }

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
    handler: async (request) => {
      const { params, body } = request
      const link = { ...params, token: body.token ?? '' }
      return answerInvitation(db, link, body, await callerOf(request))
    },
  })
  app.route({ ...api.mine, handler: ({ person }) => listWaiting(db, person.user_id) })
  app.route({
    ...api.joinMine,
    handler: ({ person, body }) => joinWaiting(db, person, body.invitations),
  })
}
