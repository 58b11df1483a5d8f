import { recentVisitsApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { readVisits, writeVisits } from './service.ts'

export const recentVisits: Feature = async (app) => {
  const { db } = app
  app.addHook('onClose', () => writeVisits(db))
  app.route({
    ...api.list,
    handler: ({ member, query }) => readVisits(db, member, query.entity_name),
  })
}
