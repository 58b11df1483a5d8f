import { workItemTypesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listTypesOfWorkspace } from '#product/project-type-queries.ts'
import { listTypes } from './queries.ts'
import { changeType, convertItem, createType, readEpicAnalytics, removeType } from './service.ts'

export const workItemTypes: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ projectMember: me }) => listTypes(db, me) })
  app.route({ ...api.listOfWorkspace, handler: ({ member }) => listTypesOfWorkspace(db, member) })
  app.route({ ...api.create, handler: ({ member, body }) => createType(db, member, body) })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeType(db, member, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ member, params, query }) => removeType(db, member, params.id, query.replacement),
  })
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
