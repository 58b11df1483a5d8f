import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember, projectAdmins } from '../core/policy.ts'
import { ADMIN, GUEST, MEMBER } from '../core/roles.ts'
import { audit, DateTime, Id, Json, Nullable } from '../core/shapes.ts'
import { UserLite } from '../identity/account.ts'
import { WorkspaceLite } from '../workspace/workspace-members.ts'

/** `role` is the effective role, `original_role` the assigned one. */
export const ProjectMember = Type.Object({
  id: Id,
  role: Type.Integer(),
  member: Id,
  project: Id,
  original_role: Type.Integer(),
  created_at: DateTime,
})
export type ProjectMember = Static<typeof ProjectMember>

const ProjectLite = Type.Object({
  id: Id,
  identifier: Type.String(),
  name: Type.String(),
  cover_image: Nullable(Type.String()),
  cover_image_url: Nullable(Type.String()),
  logo_props: Json,
  description: Type.String(),
})

/** A user's settings of their membership: display of the project, and its position. */
const settings = {
  view_props: Json,
  default_props: Json,
  preferences: Json,
  sort_order: Type.Number(),
}

/** `email` and `last_login_medium` are left out where the caller is a guest. */
export const ProjectMemberDetail = Type.Object({
  id: Id,
  role: Type.Integer(),
  original_role: Type.Integer(),
  comment: Nullable(Type.String()),
  ...settings,
  is_active: Type.Boolean(),
  ...audit,
  member: Type.Object({
    ...UserLite.properties,
    email: Type.Optional(Type.String()),
    last_login_medium: Type.Optional(Type.String()),
  }),
  workspace: WorkspaceLite,
  project: ProjectLite,
})
export type ProjectMemberDetail = Static<typeof ProjectMemberDetail>

const ProjectRole = Type.Integer({ enum: [GUEST, MEMBER, ADMIN] })

const NewProjectMembers = Type.Object({
  members: Type.Optional(
    Type.Array(Type.Object({ member_id: Id, role: Type.Optional(ProjectRole) }), {
      maxItems: 1000,
    }),
  ),
})
export type NewProjectMembers = Static<typeof NewProjectMembers>

const ProjectMemberPatch = Type.Partial(
  Type.Object({ role: ProjectRole, comment: Nullable(Type.String()), ...settings }),
)
export type ProjectMemberPatch = Static<typeof ProjectMemberPatch>

const OwnProjectSettings = Type.Partial(Type.Object(settings))
export type OwnProjectSettings = Static<typeof OwnProjectSettings>

const lists = { filters: Json, display_filters: Json, display_properties: Json }

export const ProjectUserProperties = Type.Object({
  id: Id,
  user: Id,
  project: Id,
  workspace: Id,
  ...lists,
  ...audit,
})
export type ProjectUserProperties = Static<typeof ProjectUserProperties>

export const ProjectUserPropertiesPatch = Type.Partial(Type.Object(lists))
export type ProjectUserPropertiesPatch = Static<typeof ProjectUserPropertiesPatch>

/** Display of a project's list for users who have not chosen one. */
export const ProjectDisplay = Type.Object({ display_filters: Json, display_properties: Json })
export type ProjectDisplay = Static<typeof ProjectDisplay>

const project = '/api/workspaces/:slug/projects/:project_id/'
const all = `${project}members/` as const
const one = `${all}:id/` as const
const properties = `${project}user-properties/` as const
const epicProperties = `${project}epics-user-properties/` as const

export const projectMembersApi = {
  add: endpoint(projectAdmins, `POST ${all}`, {
    body: NewProjectMembers,
    201: Type.Array(ProjectMember),
  }),
  get: endpoint(anyProjectMember, `GET ${one}`, { 200: ProjectMemberDetail }),
  change: endpoint(projectAdmins, `PATCH ${one}`, {
    body: ProjectMemberPatch,
    200: ProjectMemberDetail,
  }),
  remove: endpoint(projectAdmins, `DELETE ${one}`, { 204: Type.Null() }),
  leave: endpoint(anyProjectMember, `POST ${all}leave/`, { 204: Type.Null() }),
  me: endpoint(anyProjectMember, `GET ${project}project-members/me/`, {
    200: ProjectMemberDetail,
  }),
  saveSettings: endpoint(anyProjectMember, `POST ${project}project-views/`, {
    body: OwnProjectSettings,
    204: Type.Null(),
  }),
  properties: endpoint(anyProjectMember, `GET ${properties}`, { 200: ProjectUserProperties }),
  changeProperties: endpoint(anyProjectMember, `PATCH ${properties}`, {
    body: ProjectUserPropertiesPatch,
    201: ProjectUserProperties,
  }),
  /** Replaces the user's display with the project's; filters stay. */
  resetDisplay: endpoint(anyProjectMember, `DELETE ${properties}`, { 200: ProjectUserProperties }),
  saveDisplay: endpoint(projectAdmins, `PUT ${project}default-display/`, {
    body: ProjectDisplay,
    200: ProjectDisplay,
  }),
  epicProperties: endpoint(anyProjectMember, `GET ${epicProperties}`, {
    200: ProjectUserProperties,
  }),
  changeEpicProperties: endpoint(anyProjectMember, `PATCH ${epicProperties}`, {
    body: ProjectUserPropertiesPatch,
    201: ProjectUserProperties,
  }),
}

export type ProjectMemberEvent =
  | { type: 'project_member.saved'; project_member: ProjectMember }
  | { type: 'project_member.removed'; id: string; project_id: string }

/** A project's members after an event. Used for live and optimistic updates. */
export function applyProjectMemberEvent(
  members: ProjectMember[],
  event: ProjectMemberEvent,
): ProjectMember[] {
  if (event.type === 'project_member.removed') return members.filter(({ id }) => id !== event.id)
  const saved = event.project_member
  const known = members.some(({ id }) => id === saved.id)
  return known ? members.map((old) => (old.id === saved.id ? saved : old)) : [...members, saved]
}
