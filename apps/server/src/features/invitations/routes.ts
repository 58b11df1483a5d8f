import { invitationsApi as api } from '@cairn/contract'
import type { FastifyRequest } from 'fastify'
import { linkOrigin } from '#features/instance/service.ts'
import { networkOf, refuseOver } from '#kernel/auth/throttle.ts'
import { visitorOf } from '#kernel/auth/visitor.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { HttpError } from '#kernel/http/errors.ts'
import { rememberLink } from './accepted-links.ts'
import { listWaiting } from './queries.ts'
import {
  answerInvitation,
  changeRole,
  invite,
  joinWaiting,
  listWithLinks,
  openInvitation,
  readInvitation,
  resend,
  revoke,
} from './service.ts'

export const invitations: Feature = async (app) => {
  const { db } = app
  const { access, config } = app.deps

  const countWrong =
    ({ ip }: FastifyRequest) =>
    async (error: unknown): Promise<never> => {
      const isWrong = error instanceof HttpError && error.status === 404
      if (isWrong) await refuseOver(db, 'wrongLinks', networkOf(ip))
      throw error
    }

  app.route({ ...api.list, handler: ({ member }) => listWithLinks(db, member) })
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
    handler: (request) => {
      const { token = '' } = request.query
      return openInvitation(db, { ...request.params, token }).catch(countWrong(request))
    },
  })
  app.route({
    ...api.answer,
    handler: async (request, reply) => {
      const { params, body } = request
      const link = { ...params, token: body.token ?? '' }
      const caller = await visitorOf(access, request)
      const answered = answerInvitation(db, link, body, caller)
      const { message, waits } = await answered.catch(countWrong(request))
      if (waits) rememberLink(request, reply, link)
      return { message }
    },
  })
  app.route({ ...api.mine, handler: ({ person }) => listWaiting(db, person.user_id) })
  app.route({
    ...api.joinMine,
    handler: ({ person, body }) => joinWaiting(db, person, body.invitations),
  })
}
