import { accountApi as api } from '@cairn/contract'
import { linkOrigin } from '#features/instance/service.ts'
import { closeSession } from '#kernel/auth/sessions.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { deactivate } from './service.ts'

export const deactivation: Feature = async (app) => {
  const { db } = app
  const { config } = app.deps
  app.route({
    ...api.deactivate,
    handler: async (request, reply) => {
      const origin = await linkOrigin(db, config, request)
      await deactivate(db, request.person, { ip: request.ip, origin })
      await closeSession(db, request, reply, 'app')
    },
  })
}
