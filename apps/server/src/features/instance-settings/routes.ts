import { instanceSettingsApi as api } from '@cairn/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limitByAccount } from '#kernel/auth/throttle.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { changeSettings, checkEmail, listSettings } from './service.ts'

/** Settings must not be stored in a browser's disk cache. */
async function noStore(_request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store')
}

export const instanceSettings: Feature = async (app) => {
  const { db } = app
  const { secrets, config } = app.deps
  app.route({
    ...api.list,
    preHandler: noStore,
    handler: () => listSettings(db, secrets, config),
  })
  app.route({
    ...api.change,
    preHandler: noStore,
    handler: ({ person, body }) => changeSettings(db, secrets, config, person.user_id, body),
  })
  app.route({
    ...api.checkEmail,
    preHandler: limitByAccount('mailTests'),
    handler: ({ body }) => checkEmail(db, secrets, config, body.receiver_email),
  })
}
