import { issueRelationsV1, relationDefinitionsV1, workItemRelationsV1 } from '@cairn/contract/v1'
import type { Feature } from '#kernel/http/app-type.ts'
import { notServed } from '../../kit/not-served.ts'
import { readDefinitions } from './definitions.ts'
import {
  addDefined,
  addDependencies,
  addRelations,
  readDefined,
  readDependencies,
  readRelations,
  removeDefined,
  removeDependency,
  unrelate,
} from './service.ts'

export const itemRelations: Feature = async (app) => {
  const { db } = app
  for (const api of [workItemRelationsV1, issueRelationsV1]) {
    app.route({
      ...api.list,
      handler: ({ projectMember: me, params }) => readRelations(db, me, params.issue_id),
    })
    app.route({
      ...api.create,
      handler: ({ projectMember: me, params, body }) => addRelations(db, me, params.issue_id, body),
    })
    app.route({
      ...api.remove,
      handler: ({ projectMember: me, params, body }) =>
        unrelate(db, me, params.issue_id, body.related_issue),
    })
    app.route({
      ...api.dependencies,
      handler: ({ projectMember: me, params }) => readDependencies(db, me, params.issue_id),
    })
    app.route({
      ...api.addDependencies,
      handler: ({ projectMember: me, params, body }) =>
        addDependencies(db, me, params.issue_id, body),
    })
    app.route({
      ...api.removeDependency,
      handler: ({ projectMember: me, params }) => removeDependency(db, me, params),
    })
    app.route({
      ...api.defined,
      handler: ({ projectMember: me, params }) => readDefined(db, me, params.issue_id),
    })
    app.route({
      ...api.addDefined,
      handler: ({ projectMember: me, params, body }) => addDefined(db, me, params.issue_id, body),
    })
    app.route({
      ...api.removeDefined,
      handler: ({ projectMember: me, params }) => removeDefined(db, me, params),
    })
  }

  app.route({
    ...relationDefinitionsV1.list,
    handler: async ({ member, query }) => readDefinitions(member, query),
  })
  const { create, change, remove } = relationDefinitionsV1
  for (const endpoint of [create, change, remove]) notServed(app, endpoint)
}
