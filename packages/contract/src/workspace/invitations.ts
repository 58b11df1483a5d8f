import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyone, signedIn, workspaceMembers } from '../core/policy.ts'
import { audit, DateTime, Id, Nullable } from '../core/shapes.ts'
import { WorkspaceLite, WorkspaceRole } from './workspace-members.ts'

/** The link's secret is in no row: it is shown once, to whom invites. */
export const Invitation = Type.Object({
  id: Id,
  email: Type.String(),
  role: Type.Integer(),
  message: Type.String(),
  accepted: Type.Boolean(),
  responded_at: Nullable(DateTime),
  expires_at: DateTime,
  workspace: WorkspaceLite,
  ...audit,
})
export type Invitation = Static<typeof Invitation>

/**
 * As those see it who invite. `invite_link` is a path of the application where the invited find it,
 * signed in; it holds no secret and lets nobody in by itself.
 */
const ListedInvitation = Type.Object({ ...Invitation.properties, invite_link: Type.String() })

/** `invite_link` is a path of the application; it opens the invitation for whoever holds it. */
const IssuedInvitation = Type.Object({
  id: Id,
  email: Type.String(),
  role: Type.Integer(),
  invite_link: Type.String(),
})
export type IssuedInvitation = Static<typeof IssuedInvitation>

const Invitee = Type.Object({ email: Type.String(), role: Type.Optional(WorkspaceRole) })
const NewInvitations = Type.Object({
  emails: Type.Optional(Type.Array(Invitee, { maxItems: 100 })),
})
export type NewInvitations = Static<typeof NewInvitations>

const InvitationAnswer = Type.Object({
  email: Type.Optional(Type.String()),
  accepted: Type.Optional(Type.Boolean()),
  token: Type.Optional(Type.String({ maxLength: 255 })),
})
export type InvitationAnswer = Static<typeof InvitationAnswer>

const Message = Type.Object({ message: Type.String() })

const all = '/api/workspaces/:slug/invitations/'
const one = `${all}:id/` as const
const join = `${one}join/` as const
const mine = '/api/users/me/workspaces/invitations/'

export const invitationsApi = {
  list: endpoint(workspaceMembers, `GET ${all}`, { 200: Type.Array(ListedInvitation) }),
  create: endpoint(workspaceMembers, `POST ${all}`, {
    body: NewInvitations,
    200: Type.Object({ ...Message.properties, invitations: Type.Array(IssuedInvitation) }),
  }),
  get: endpoint(workspaceMembers, `GET ${one}`, { 200: Invitation }),
  change: endpoint(workspaceMembers, `PATCH ${one}`, {
    body: Type.Object({ role: Type.Optional(WorkspaceRole) }),
    200: Invitation,
  }),
  revoke: endpoint(workspaceMembers, `DELETE ${one}`, { 204: Type.Null() }),
  resend: endpoint(workspaceMembers, `POST ${one}resend/`, { 200: IssuedInvitation }),
  open: endpoint(anyone, `GET ${join}`, {
    query: Type.Object({ token: Type.Optional(Type.String({ maxLength: 255 })) }),
    200: Invitation,
  }),
  answer: endpoint(anyone, `POST ${join}`, { body: InvitationAnswer, 200: Message }),
  mine: endpoint(signedIn, `GET ${mine}`, { 200: Type.Array(Invitation) }),
  joinMine: endpoint(signedIn, `POST ${mine}`, {
    body: Type.Object({ invitations: Type.Array(Id, { maxItems: 100 }) }),
    204: Type.Null(),
  }),
}
