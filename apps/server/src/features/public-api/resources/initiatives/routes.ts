import { initiativesV1 as api } from '@cairn/contract/v1'
import { removeInitiative } from '#features/initiatives/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  addInitiative,
  editInitiative,
  putEpics,
  putProjects,
  readEpics,
  readInitiative,
  readInitiatives,
  readProjects,
  takeOut,
} from './service.ts'

export const initiatives: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ member, query }) => readInitiatives(db, member, query) })
  app.route({ ...api.create, handler: ({ member, body }) => addInitiative(db, member, body) })
  app.route({
    ...api.get,
    handler: ({ member, params, query }) => readInitiative(db, member, params.initiative_id, query),
  })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => editInitiative(db, member, params.initiative_id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ member, params }) => removeInitiative(db, member, params.initiative_id),
  })
  app.route({
    ...api.projects,
    handler: ({ member, params, query }) => readProjects(db, member, params.initiative_id, query),
  })
  app.route({
    ...api.addProjects,
    handler: ({ member, params, body }) =>
      putProjects(db, member, params.initiative_id, body.project_ids),
  })
  app.route({
    ...api.removeProjects,
    handler: ({ member, params, body }) =>
      takeOut(db, member, params.initiative_id, 'project_ids', body.project_ids),
  })
  app.route({
    ...api.epics,
    handler: ({ member, params, query }) => readEpics(db, member, params.initiative_id, query),
  })
  app.route({
    ...api.addEpics,
    handler: ({ member, params, body }) =>
      putEpics(db, member, params.initiative_id, body.epic_ids),
  })
  app.route({
    ...api.removeEpics,
    handler: ({ member, params, body }) =>
      takeOut(db, member, params.initiative_id, 'epic_ids', body.epic_ids),
  })
}
