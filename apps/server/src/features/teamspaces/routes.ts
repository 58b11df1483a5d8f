import {
  teamspacesApi as api,
  type ViewFilters,
  teamViewsApi as views,
  type WorkItem,
  type WorkItemListQuery,
} from '@cairn/contract'
import {
  changeAccess,
  changeView,
  createView,
  findVisible,
  listTeamViews,
  lockView,
  readView,
  removeView,
} from '#features/views/service.ts'
import {
  itemsOfTeam,
  listItems,
  listWithRelations,
  rawJson,
  readParams,
} from '#features/work-items/service.ts'
import type { TeamMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { withRequestAbort } from '#kernel/http/request-abort.ts'
import { listTeamspaces } from './queries.ts'
import {
  addMembers,
  addProjects,
  changeProperties,
  changeTeamspace,
  createTeamspace,
  enterTeamspace,
  leaveTeamspace,
  readProperties,
  readTeamspace,
  removeMembers,
  removeProjects,
  removeTeamspace,
} from './service.ts'

/** Flat and with relations if requested, as for a timeline; for a view with its filters. */
function listOfTeam(db: Db, me: TeamMember, query: WorkItemListQuery, filters?: ViewFilters) {
  const params = readParams(query)
  const context = itemsOfTeam(db, me, filters)
  if (params.expand) return listWithRelations(db, me, params, context)
  return listItems<WorkItem>(db, me, params, context)
}

export const teamspaces: Feature = async (app) => {
  const { db } = app

  app.route({ ...api.list, handler: ({ member }) => listTeamspaces(db, member) })
  app.route({ ...api.create, handler: ({ member, body }) => createTeamspace(db, member, body) })
  app.route({
    ...api.get,
    handler: ({ member, params }) => readTeamspace(db, member, params.teamspace_id),
  })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeTeamspace(db, member, params.teamspace_id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ member, params }) => removeTeamspace(db, member, params.teamspace_id),
  })
  app.route({
    ...api.addMembers,
    handler: ({ member, params, body }) =>
      addMembers(db, member, params.teamspace_id, body.member_ids),
  })
  app.route({
    ...api.removeMember,
    handler: ({ member, params }) =>
      removeMembers(db, member, params.teamspace_id, [params.user_id]),
  })
  app.route({
    ...api.leave,
    handler: ({ member, params }) => leaveTeamspace(db, member, params.teamspace_id),
  })
  app.route({
    ...api.addProjects,
    handler: ({ member, params, body }) =>
      addProjects(db, member, params.teamspace_id, body.project_ids),
  })
  app.route({
    ...api.removeProject,
    handler: ({ member, params }) =>
      removeProjects(db, member, params.teamspace_id, [params.project_id]),
  })
  app.route({
    ...api.properties,
    handler: ({ member, params }) => readProperties(db, member, params.teamspace_id),
  })
  app.route({
    ...api.changeProperties,
    handler: ({ member, params, body }) => changeProperties(db, member, params.teamspace_id, body),
  })
  app.route({
    ...api.items,
    ...rawJson,
    handler: async ({ member, params, query }, reply) => {
      const me = await enterTeamspace(db, member, params.teamspace_id)
      return withRequestAbort(reply, () => listOfTeam(db, me, query))
    },
  })
}

export const teamViews: Feature = async (app) => {
  const { db } = app

  app.route({
    ...views.list,
    handler: async ({ member, params }) =>
      listTeamViews(db, await enterTeamspace(db, member, params.teamspace_id)),
  })
  app.route({
    ...views.create,
    handler: async ({ member, params, body }) =>
      createView(db, await enterTeamspace(db, member, params.teamspace_id), body),
  })
  app.route({
    ...views.get,
    handler: async ({ member, params }) =>
      readView(db, await enterTeamspace(db, member, params.teamspace_id), params.id),
  })
  app.route({
    ...views.change,
    handler: async ({ member, params, body }) =>
      changeView(db, await enterTeamspace(db, member, params.teamspace_id), params.id, body),
  })
  app.route({
    ...views.remove,
    handler: async ({ member, params }) =>
      removeView(db, await enterTeamspace(db, member, params.teamspace_id), params.id),
  })
  app.route({
    ...views.items,
    ...rawJson,
    handler: async ({ member, params, query }, reply) => {
      const me = await enterTeamspace(db, member, params.teamspace_id)
      const { filters } = await findVisible(db, me, params.id)
      return withRequestAbort(reply, () => listOfTeam(db, me, query, filters))
    },
  })
  app.route({
    ...views.lock,
    handler: async ({ member, params }) =>
      lockView(db, await enterTeamspace(db, member, params.teamspace_id), params.id, true),
  })
  app.route({
    ...views.unlock,
    handler: async ({ member, params }) =>
      lockView(db, await enterTeamspace(db, member, params.teamspace_id), params.id, false),
  })
  app.route({
    ...views.changeAccess,
    handler: async ({ member, params, body }) => {
      const me = await enterTeamspace(db, member, params.teamspace_id)
      return changeAccess(db, me, params.id, body.access)
    },
  })
}
