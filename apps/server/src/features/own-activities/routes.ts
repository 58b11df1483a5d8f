import { ownActivitiesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { pageActivities } from './service.ts'

export const ownActivities: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ person: { user_id }, query }) =>
      pageActivities(db, { actor_id: user_id, reader_id: user_id }, query),
  })
}
