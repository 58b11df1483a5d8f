import { initiativesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listInitiatives } from './queries.ts'
import {
  changeInitiative,
  createInitiative,
  readInitiative,
  readOverview,
  removeInitiative,
} from './service.ts'

export const initiatives: Feature = async (app) => {
  const { db } = app

  app.route({ ...api.list, handler: ({ member }) => listInitiatives(db, member) })
  app.route({ ...api.create, handler: ({ member, body }) => createInitiative(db, member, body) })
  app.route({
    ...api.get,
    handler: ({ member, params }) => readInitiative(db, member, params.id),
  })
  app.route({
    ...api.overview,
    handler: ({ member, params }) => readOverview(db, member, params.id),
  })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeInitiative(db, member, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ member, params }) => removeInitiative(db, member, params.id),
  })
}
