import {
  intakeDescriptionVersionsApi,
  intakeItemsAliasApi,
  intakeItemsApi,
  intakesAliasApi,
  intakesApi,
} from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  changeIntake,
  changeIntakeItem,
  createIntake,
  createIntakeItem,
  pageDescriptions,
  readDescription,
  readFirst,
  readIntake,
  readIntakeItem,
  readList,
  removeIntake,
  removeIntakeItem,
} from './service.ts'

export const intake: Feature = async (app) => {
  const { db } = app

  for (const api of [intakesApi, intakesAliasApi]) {
    app.route({ ...api.first, handler: ({ projectMember: me }) => readFirst(db, me) })
    app.route({
      ...api.create,
      handler: ({ projectMember: me, body }) => createIntake(db, me, body),
    })
    app.route({
      ...api.get,
      handler: ({ projectMember: me, params }) => readIntake(db, me, params.id),
    })
    app.route({
      ...api.change,
      handler: ({ projectMember: me, params, body }) => changeIntake(db, me, params.id, body),
    })
    app.route({
      ...api.remove,
      handler: async ({ projectMember: me, params }) => {
        await removeIntake(db, me, params.id)
        return null
      },
    })
  }

  for (const api of [intakeItemsApi, intakeItemsAliasApi]) {
    app.route({
      ...api.list,
      handler: ({ projectMember: me, query }) => readList(db, me, query),
    })
    app.route({
      ...api.create,
      handler: ({ projectMember: me, body }) => createIntakeItem(db, me, body),
    })
    app.route({
      ...api.get,
      handler: ({ projectMember: me, params }) => readIntakeItem(db, me, params.id),
    })
    app.route({
      ...api.change,
      handler: ({ projectMember: me, params, body }) => changeIntakeItem(db, me, params.id, body),
    })
    app.route({
      ...api.remove,
      handler: async ({ projectMember: me, params }) => {
        await removeIntakeItem(db, me, params.id)
        return null
      },
    })
  }

  const versions = intakeDescriptionVersionsApi
  app.route({
    ...versions.list,
    handler: ({ projectMember: me, params, query }) =>
      pageDescriptions(db, me, params.id, query.cursor),
  })
  app.route({
    ...versions.get,
    handler: ({ projectMember: me, params }) => readDescription(db, me, params),
  })
}
