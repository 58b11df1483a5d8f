import { statusUpdatesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  changeUpdate,
  createForEpic,
  createForInitiative,
  createForProject,
  listEpicUpdates,
  listInitiativeUpdates,
  listProjectUpdates,
  removeUpdate,
} from './service.ts'

export const statusUpdates: Feature = async (app) => {
  const { db } = app
  app.route({
    ...api.listOfProject,
    handler: ({ projectMember, query }) => listProjectUpdates(db, projectMember, query),
  })
  app.route({
    ...api.createForProject,
    handler: ({ projectMember, body }) => createForProject(db, projectMember, body),
  })
  app.route({
    ...api.listOfEpic,
    handler: ({ projectMember, params, query }) =>
      listEpicUpdates(db, projectMember, params.id, query),
  })
  app.route({
    ...api.createForEpic,
    handler: ({ projectMember, params, body }) => createForEpic(db, projectMember, params.id, body),
  })
  app.route({
    ...api.listOfInitiative,
    handler: ({ member, params, query }) => listInitiativeUpdates(db, member, params.id, query),
  })
  app.route({
    ...api.createForInitiative,
    handler: ({ member, params, body }) => createForInitiative(db, member, params.id, body),
  })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeUpdate(db, member, params.id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ member, params }) => removeUpdate(db, member, params.id),
  })
}
