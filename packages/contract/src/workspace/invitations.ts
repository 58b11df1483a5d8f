import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyone, signedIn, workspaceMembers } from '../core/policy.ts'
import { audit, DateTime, Id, Json, Nullable } from '../core/shapes.ts'
import { WorkspaceLite, WorkspaceRole } from './workspace-members.ts'

/** `role` is their future role there; workspace guests are guests, admins are admins. */
const InvitedProject = Type.Object({
  id: Id,
  name: Type.String(),
  identifier: Type.String(),
  logo_props: Json,
  role: Type.Integer(),
})
export type InvitedProject = Static<typeof InvitedProject>

/** The secret of the link is not stored in a row: it is shown once, to the inviter. */
export const Invitation = Type.Object({
  id: Id,
  email: Type.String(),
  role: Type.Integer(),
  message: Type.String(),
  /** The inviter's note; may be empty. */
  note: Type.String(),
  accepted: Type.Boolean(),
  responded_at: Nullable(DateTime),
  expires_at: DateTime,
  workspace: WorkspaceLite,
  inviter: Nullable(
    Type.Object({ id: Id, display_name: Type.String(), avatar_url: Nullable(Type.String()) }),
  ),
  /**
   * Joined on acceptance: only projects that still exist and to which the inviter may still add
   * members.
   */
  projects: Type.Array(InvitedProject),
  ...audit,
})
export type Invitation = Static<typeof Invitation>

/** With the size of the workspace, to decide whether to join: active users, public projects. */
const OpenedInvitation = Type.Object({
  ...Invitation.properties,
  people_count: Type.Integer(),
  project_count: Type.Integer(),
})
export type OpenedInvitation = Static<typeof OpenedInvitation>

/**
 * As seen by inviters. `invite_link` is a path of the app where the signed-in invitee finds it; it
 * contains no secret and grants no access.
 */
const ListedInvitation = Type.Object({ ...Invitation.properties, invite_link: Type.String() })

/** `invite_link` is a path of the app; it opens the invitation for anyone who has it. */
const IssuedInvitation = Type.Object({
  id: Id,
  email: Type.String(),
  role: Type.Integer(),
  invite_link: Type.String(),
})
export type IssuedInvitation = Static<typeof IssuedInvitation>

const Invitee = Type.Object({ email: Type.String(), role: Type.Optional(WorkspaceRole) })

/** For all addresses. Users with an existing invitation are invited to these projects as well. */
const ProjectSeat = Type.Object({ project_id: Id, role: Type.Optional(WorkspaceRole) })

const NewInvitations = Type.Object({
  emails: Type.Optional(Type.Array(Invitee, { maxItems: 100 })),
  projects: Type.Optional(Type.Array(ProjectSeat, { maxItems: 100 })),
  note: Type.Optional(Type.String({ maxLength: 500 })),
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
    200: OpenedInvitation,
  }),
  answer: endpoint(anyone, `POST ${join}`, { body: InvitationAnswer, 200: Message }),
  mine: endpoint(signedIn, `GET ${mine}`, { 200: Type.Array(Invitation) }),
  joinMine: endpoint(signedIn, `POST ${mine}`, {
    body: Type.Object({ invitations: Type.Array(Id, { maxItems: 100 }) }),
    204: Type.Null(),
  }),
}
