import { healthApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { readHealth } from './service.ts'

export const health: Feature = async (app) => {
  app.route({ ...api.read, handler: ({ person }) => readHealth(app, person.user_id) })
}
