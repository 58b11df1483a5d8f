import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { anyProjectMember, byToken, signedIn } from './policy.ts'
import { Id, Nullable } from './shapes.ts'

/** Who somebody is, as programs read it. */
export const PublicUser = Type.Object({
  id: Id,
  first_name: Type.String(),
  last_name: Type.String(),
  display_name: Type.String(),
  /** Left out where the caller is a guest. */
  email: Type.Optional(Type.String()),
  avatar: Type.String(),
  avatar_url: Nullable(Type.String()),
})
export type PublicUser = Static<typeof PublicUser>

export const PublicMember = Type.Object({
  ...PublicUser.properties,
  role: Type.Integer(),
  role_slug: Type.String(),
  is_active: Type.Boolean(),
  is_bot: Type.Boolean(),
})
export type PublicMember = Static<typeof PublicMember>

const text = Type.String({ maxLength: 255 })
/** Parts of a name or address; a role's name; `true` or `false`. */
const PublicMembersQuery = Type.Partial(
  Type.Object({
    ...{ first_name: text, last_name: text, display_name: text, email: text },
    ...{ role_slug: text, is_active: text, is_bot: text },
  }),
)
export type PublicMembersQuery = Static<typeof PublicMembersQuery>

const project = '/api/v1/workspaces/:slug/projects/:project_id/'
const members = { query: PublicMembersQuery, 200: Type.Array(PublicMember) }

/** What programs call with a personal token. */
export const publicApi = {
  me: endpoint(byToken(signedIn), 'GET /api/v1/users/me/', { 200: PublicUser }),
  members: endpoint(byToken(anyProjectMember), `GET ${project}members/`, members),
  /** The older name of the same. */
  projectMembers: endpoint(byToken(anyProjectMember), `GET ${project}project-members/`, members),
}
