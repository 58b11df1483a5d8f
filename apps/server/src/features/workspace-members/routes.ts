import { workspaceMembersApi as api, workspacesApi } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { findOwnMembership, listMembers } from './queries.ts'
import {
  changeMember,
  changeProperties,
  groupMembersByProject,
  leaveWorkspace,
  readMember,
  readProperties,
  removeMember,
  saveView,
} from './service.ts'

export const workspaceMembers: Feature = async (app) => {
  const { db } = app
  app.route({
    ...workspacesApi.members,
    handler: ({ member, query }) => listMembers(db, member, query.search),
  })
  app.route({ ...api.get, handler: ({ member, params }) => readMember(db, member, params.id) })
  app.route({ ...api.me, handler: ({ member }) => findOwnMembership(db, member) })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeMember(db, member, params.id, body),
  })
  app.route({ ...api.remove, handler: ({ member, params }) => removeMember(db, member, params.id) })
  app.route({ ...workspacesApi.leave, handler: ({ member }) => leaveWorkspace(db, member) })
  app.route({ ...api.ofProjects, handler: ({ member }) => groupMembersByProject(db, member) })
  app.route({
    ...api.saveView,
    handler: ({ member, body }) => saveView(db, member, body.view_props),
  })
  app.route({ ...api.properties, handler: ({ member }) => readProperties(db, member) })
  app.route({
    ...api.changeProperties,
    handler: ({ member, body }) => changeProperties(db, member, body),
  })
}
