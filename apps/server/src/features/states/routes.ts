import { statesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listStates } from './queries.ts'

export const states: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ projectMember }) => listStates(db, projectMember) })
}
