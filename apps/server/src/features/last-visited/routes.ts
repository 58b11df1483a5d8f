import { lastVisitedApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { readLastVisited } from './service.ts'

export const lastVisited: Feature = async (app) => {
  app.route({ ...api.get, handler: ({ person }) => readLastVisited(app.db, person.user_id) })
}
