import { workItemTypesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listTypes } from './queries.ts'
import { convertItem, readEpicAnalytics } from './service.ts'

export const workItemTypes: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ projectMember: me }) => listTypes(db, me) })
  app.route({
    ...api.convert,
    handler: ({ projectMember: me, params, body }) =>
      convertItem(db, me, params.id, body.to, 'issues'),
  })
  app.route({
    ...api.convertEpic,
    handler: ({ projectMember: me, params, body }) =>
      convertItem(db, me, params.id, body.to, 'epics'),
  })
  app.route({
    ...api.analytics,
    handler: ({ projectMember: me, params }) => readEpicAnalytics(db, me, params.id),
  })
}
