import { apiTokensApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listApiTokens } from './queries.ts'
import {
  changeApiToken,
  createApiToken,
  readApiToken,
  readRequests,
  removeApiToken,
} from './service.ts'

export const apiTokens: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ person }) => listApiTokens(db, person.user_id) })
  app.route({
    ...api.create,
    handler: ({ person, body }) => createApiToken(db, person.user_id, body),
  })
  app.route({
    ...api.get,
    handler: ({ person, params }) => readApiToken(db, person.user_id, params.id),
  })
  app.route({
    ...api.change,
    handler: ({ person, params, body }) => changeApiToken(db, person.user_id, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ person, params }) => removeApiToken(db, person.user_id, params.id),
  })
  app.route({
    ...api.requests,
    handler: ({ person, params }) => readRequests(db, person.user_id, params.id),
  })
}
