import { teamspacesV1 as api } from '@cairn/contract/v1'
import { removeMembers, removeProjects, removeTeamspace } from '#features/teamspaces/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  addTeamspace,
  editTeamspace,
  putMembers,
  putProjects,
  readMembers,
  readProjects,
  readTeamspace,
  readTeamspaces,
} from './service.ts'

export const teamspaces: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ member, query }) => readTeamspaces(db, member, query) })
  app.route({ ...api.create, handler: ({ member, body }) => addTeamspace(db, member, body) })
  app.route({
    ...api.get,
    handler: ({ member, params, query }) => readTeamspace(db, member, params.teamspace_id, query),
  })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => editTeamspace(db, member, params.teamspace_id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ member, params }) => removeTeamspace(db, member, params.teamspace_id),
  })
  app.route({
    ...api.members,
    handler: ({ member, params, query }) => readMembers(db, member, params.teamspace_id, query),
  })
  app.route({
    ...api.addMembers,
    handler: ({ member, params, body }) =>
      putMembers(db, member, params.teamspace_id, body.member_ids),
  })
  app.route({
    ...api.removeMembers,
    handler: ({ member, params, body }) =>
      removeMembers(db, member, params.teamspace_id, body.member_ids),
  })
  app.route({
    ...api.projects,
    handler: ({ member, params, query }) => readProjects(db, member, params.teamspace_id, query),
  })
  app.route({
    ...api.addProjects,
    handler: ({ member, params, body }) =>
      putProjects(db, member, params.teamspace_id, body.project_ids),
  })
  app.route({
    ...api.removeProjects,
    handler: ({ member, params, body }) =>
      removeProjects(db, member, params.teamspace_id, body.project_ids),
  })
}
