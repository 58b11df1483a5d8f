import { ownActivitiesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { pageOwnActivities } from './service.ts'

export const ownActivities: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ person, query }) => pageOwnActivities(db, person.user_id, query),
  })
}
