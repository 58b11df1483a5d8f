import { membersV1 as api, olderProjectMembersV1, projectMembersV1 } from '@cairn/contract/v1'
import { linkOrigin } from '#features/instance/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  addProjectMember,
  changeProjectMember,
  endProjectMembership,
  readMembers,
  readMembersPage,
  readProjectMember,
  removeFromWorkspace,
} from './service.ts'

export const members: Feature = async (app) => {
  const { db } = app
  const { config } = app.deps
  app.route({ ...api.list, handler: ({ member, query }) => readMembers(db, member, query) })
  app.route({ ...api.listLite, handler: ({ member, query }) => readMembersPage(db, member, query) })
  app.route({
    ...api.remove,
    handler: ({ member, body }) => removeFromWorkspace(db, member, body),
  })
  app.route({
    ...api.ofProjectLite,
    handler: ({ projectMember, query }) => readMembersPage(db, projectMember, query),
  })
  for (const one of [projectMembersV1, olderProjectMembersV1]) {
    app.route({
      ...one.list,
      handler: ({ projectMember, query }) => readMembers(db, projectMember, query),
    })
    app.route({
      ...one.create,
      handler: async (request) => {
        const origin = await linkOrigin(db, config, request)
        return addProjectMember(db, request.projectMember, request.body, origin)
      },
    })
    app.route({
      ...one.get,
      handler: ({ projectMember, params }) =>
        readProjectMember(db, projectMember, params.member_id),
    })
    app.route({
      ...one.change,
      handler: ({ projectMember, params, body }) =>
        changeProjectMember(db, projectMember, params.member_id, body.role),
    })
    app.route({
      ...one.remove,
      handler: ({ projectMember, params }) =>
        endProjectMembership(db, projectMember, params.member_id),
    })
  }
}
