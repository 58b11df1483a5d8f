import { pushApi as api } from '@cairn/contract'
import { sessionToken } from '#kernel/auth/sessions.ts'
import { limitByAccount } from '#kernel/auth/throttle.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { listDevices } from './queries.ts'
import {
  addDevice,
  changePreferences,
  createPushClient,
  forgetDevice,
  readPreferences,
  testDevice,
} from './service.ts'

export const push: Feature = async (app) => {
  const { db } = app
  const client = createPushClient(db, app.deps.config, app.deps.secrets)

  app.route({ ...api.key, handler: async () => ({ public_key: client.identity().publicKey }) })
  app.route({ ...api.devices, handler: ({ person }) => listDevices(db, person.user_id) })
  app.route({
    ...api.add,
    preHandler: limitByAccount('pushDevices'),
    handler: (request) => {
      const requester = {
        user_id: request.person.user_id,
        token: sessionToken(request, 'app') ?? '',
        user_agent: (request.headers['user-agent'] ?? '').slice(0, 500),
      }
      return addDevice(db, client, requester, request.body)
    },
  })
  app.route({
    ...api.remove,
    handler: ({ person, params }) => forgetDevice(db, person.user_id, params.id),
  })
  app.route({
    ...api.test,
    preHandler: limitByAccount('pushTests'),
    handler: ({ person, params }) => testDevice(db, client, person.user_id, params.id),
  })
  app.route({ ...api.preferences, handler: ({ person }) => readPreferences(db, person.user_id) })
  app.route({
    ...api.changePreferences,
    handler: ({ person, body }) => changePreferences(db, person.user_id, body),
  })
}
