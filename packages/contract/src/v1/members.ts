import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import {
  anyProjectMember,
  byToken,
  projectAdmins,
  workspaceAdmins,
  workspaceMembers,
} from '../core/policy.ts'
import { Id } from '../core/shapes.ts'
import { ListQuery } from './lists.ts'
import { project, workspace } from './paths.ts'
import { UserV1 } from './users.ts'

/** A user with their role in the workspace or project; `id` is the user's. */
export const MemberV1 = Type.Object({
  ...UserV1.properties,
  role: Type.Integer(),
  role_slug: Type.String(),
  is_active: Type.Boolean(),
  is_bot: Type.Boolean(),
})
export type MemberV1 = Static<typeof MemberV1>

const text = Type.Optional(Type.String({ maxLength: 255 }))
/** Part of a name or email; name of a role; `true` or `false`. */
const filters = {
  ...{ first_name: text, last_name: text, display_name: text, email: text },
  ...{ role_slug: text, is_active: text, is_bot: text },
}
const MembersQuery = Type.Object(filters)
export type MembersQueryV1 = Static<typeof MembersQuery>
const MembersPageQuery = Type.Object({ ...ListQuery.properties, ...filters })
export type MembersPageQueryV1 = Static<typeof MembersPageQuery>

/** `id` is the membership's. */
export const ProjectMembershipV1 = Type.Object({ id: Id, member: Id, role: Type.Integer() })

const role = Type.Optional(Type.Integer())
const NewProjectMember = Type.Object({ member: Id, role })
export type NewProjectMemberV1 = Static<typeof NewProjectMember>

const Departure = Type.Object({
  email: Type.Optional(Type.String({ maxLength: 255 })),
  member: Type.Optional(Id),
})
export type DepartureV1 = Static<typeof Departure>

const list = { query: MembersQuery, 200: Type.Array(MemberV1) }
const page = { query: MembersPageQuery, 200: Page(Type.Array(MemberV1)) }

/** For both URL segments. */
function projectMembersAt<Segment extends string>(segment: Segment) {
  const all = `${project}${segment}/` as const
  const one = `${all}:member_id/` as const
  return {
    list: endpoint(byToken(anyProjectMember), `GET ${all}`, list),
    create: endpoint(byToken(projectAdmins), `POST ${all}`, {
      body: NewProjectMember,
      201: ProjectMembershipV1,
    }),
    get: endpoint(byToken(anyProjectMember), `GET ${one}`, { 200: MemberV1 }),
    change: endpoint(byToken(projectAdmins), `PATCH ${one}`, {
      body: Type.Object({ role }),
      200: ProjectMembershipV1,
    }),
    remove: endpoint(byToken(projectAdmins), `DELETE ${one}`, { 204: Type.Null() }),
  }
}

export const projectMembersV1 = projectMembersAt('project-members')
/** The older name of the same endpoints. */
export const olderProjectMembersV1 = projectMembersAt('members')

export const membersV1 = {
  list: endpoint(byToken(workspaceMembers), `GET ${workspace}members/`, list),
  listLite: endpoint(byToken(workspaceMembers), `GET ${workspace}members-lite/`, page),
  remove: endpoint(byToken(workspaceAdmins), `POST ${workspace}members/remove/`, {
    body: Departure,
    204: Type.Null(),
  }),
  ofProjectLite: endpoint(byToken(anyProjectMember), `GET ${project}project-members-lite/`, page),
}
