import { labelsApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listLabels } from './queries.ts'

export const labels: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ projectMember }) => listLabels(db, projectMember) })
}
