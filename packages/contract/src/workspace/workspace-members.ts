import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, workspaceAdmins } from '../core/policy.ts'
import { ADMIN, GUEST, MEMBER } from '../core/roles.ts'
import { audit, DateTime, Id, Json, Nullable } from '../core/shapes.ts'
import { UserLite } from '../identity/account.ts'

export const WorkspaceLite = Type.Object({
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  logo_url: Nullable(Type.String()),
})

const membership = {
  id: Id,
  role: Type.Integer(),
  is_active: Type.Boolean(),
  company_role: Nullable(Type.String()),
  view_props: Json,
  default_props: Json,
  issue_props: Json,
  ...audit,
}

/** `email` and `last_login_medium` are left out where the caller is a guest. */
export const WorkspaceMember = Type.Object({
  ...membership,
  member: Type.Object({
    ...UserLite.properties,
    email: Type.Optional(Type.String()),
    last_login_medium: Type.Optional(Type.String()),
  }),
  workspace: WorkspaceLite,
})
export type WorkspaceMember = Static<typeof WorkspaceMember>

const OwnMembership = Type.Object({
  ...membership,
  member: Id,
  workspace: Id,
  draft_issue_count: Type.Integer(),
})

export const WorkspaceRole = Type.Integer({ enum: [GUEST, MEMBER, ADMIN] })

const WorkspaceMemberPatch = Type.Partial(
  Type.Object({ role: WorkspaceRole, company_role: Nullable(Type.String({ maxLength: 255 })) }),
)
export type WorkspaceMemberPatch = Static<typeof WorkspaceMemberPatch>

const MemberOfProject = Type.Object({
  id: Id,
  role: Type.Integer(),
  original_role: Type.Integer(),
  member: Id,
  created_at: DateTime,
})

const settings = { filters: Json, display_filters: Json, display_properties: Json }

const WorkspaceUserProperties = Type.Object({
  id: Id,
  ...settings,
  workspace: Id,
  user: Id,
  ...audit,
})

export type WorkspaceUserProperties = Static<typeof WorkspaceUserProperties>
const WorkspaceUserPropertiesPatch = Type.Partial(Type.Object(settings))
export type WorkspaceUserPropertiesPatch = Static<typeof WorkspaceUserPropertiesPatch>

const workspace = '/api/workspaces/:slug/'
const one = `${workspace}members/:id/` as const
const properties = `${workspace}user-properties/` as const

export const workspaceMembersApi = {
  get: endpoint(anyMember, `GET ${one}`, { 200: WorkspaceMember }),
  me: endpoint(anyMember, `GET ${workspace}workspace-members/me/`, { 200: OwnMembership }),
  change: endpoint(workspaceAdmins, `PATCH ${one}`, {
    body: WorkspaceMemberPatch,
    200: WorkspaceMember,
  }),
  remove: endpoint(workspaceAdmins, `DELETE ${one}`, { 204: Type.Null() }),
  ofProjects: endpoint(anyMember, `GET ${workspace}project-members/`, {
    200: Type.Record(Type.String(), Type.Array(MemberOfProject)),
  }),
  saveView: endpoint(anyMember, `POST ${workspace}workspace-views/`, {
    body: Type.Object({ view_props: Type.Optional(Json) }),
    204: Type.Null(),
  }),
  properties: endpoint(anyMember, `GET ${properties}`, { 200: WorkspaceUserProperties }),
  changeProperties: endpoint(anyMember, `PATCH ${properties}`, {
    body: WorkspaceUserPropertiesPatch,
    201: WorkspaceUserProperties,
  }),
}

/** Removed members stay in the list as inactive: the history still needs their names. */
export type WorkspaceMemberEvent =
  | { type: 'workspace_member.saved'; workspace_member: WorkspaceMember }
  | { type: 'workspace_member.removed'; workspace_member: WorkspaceMember }

/** The member list after an event. Used for live and optimistic updates. */
export function applyWorkspaceMemberEvent(
  members: WorkspaceMember[],
  { workspace_member: saved }: WorkspaceMemberEvent,
): WorkspaceMember[] {
  const known = members.some(({ id }) => id === saved.id)
  return known ? members.map((old) => (old.id === saved.id ? saved : old)) : [saved, ...members]
}
