import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { byToken, workspaceAdmins } from '../core/policy.ts'
import { DateTime, Id, Nullable } from '../core/shapes.ts'
import { workspace } from './paths.ts'

export const InvitationV1 = Type.Object({
  id: Id,
  email: Type.String(),
  role: Type.Integer(),
  created_at: DateTime,
  updated_at: DateTime,
  responded_at: Nullable(DateTime),
  accepted: Type.Boolean(),
})
export type InvitationV1 = Static<typeof InvitationV1>

const text = Type.String({ maxLength: 255 })

const NewInvitation = Type.Object({ email: text, role: Type.Optional(Type.Integer()) })
export type NewInvitationV1 = Static<typeof NewInvitation>

/** An email is parsed but rejected: an invitation is for one person. */
const InvitationPatch = Type.Partial(Type.Object({ email: text, role: Type.Integer() }))
export type InvitationPatchV1 = Static<typeof InvitationPatch>

const all = `${workspace}invitations/` as const
const one = `${all}:invitation_id/` as const
const admins = byToken(workspaceAdmins)

export const invitationsV1 = {
  list: endpoint(admins, `GET ${all}`, { 200: Type.Array(InvitationV1) }),
  create: endpoint(admins, `POST ${all}`, { body: NewInvitation, 201: InvitationV1 }),
  get: endpoint(admins, `GET ${one}`, { 200: InvitationV1 }),
  change: endpoint(admins, `PATCH ${one}`, { body: InvitationPatch, 200: InvitationV1 }),
  revoke: endpoint(admins, `DELETE ${one}`, { 204: Type.Null() }),
}
