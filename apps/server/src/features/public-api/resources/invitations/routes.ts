import { invitationsV1 as api } from '@cairn/contract/v1'
import { linkOrigin } from '#features/instance/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  addInvitation,
  changeInvitation,
  readInvitations,
  readOne,
  revokeInvitation,
} from './service.ts'

export const invitations: Feature = async (app) => {
  const { db } = app
  const { config } = app.deps
  app.route({ ...api.list, handler: ({ member }) => readInvitations(db, member) })
  app.route({
    ...api.create,
    handler: async (request) =>
      addInvitation(db, request.member, request.body, await linkOrigin(db, config, request)),
  })
  app.route({
    ...api.get,
    handler: ({ member, params }) => readOne(db, member, params.invitation_id),
  })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeInvitation(db, member, params.invitation_id, body),
  })
  app.route({
    ...api.revoke,
    handler: ({ member, params }) => revokeInvitation(db, member, params.invitation_id),
  })
}
