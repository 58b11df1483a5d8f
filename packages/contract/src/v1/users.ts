import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { anyProjectMember, byToken, signedIn } from '../policy.ts'
import { Id, Nullable } from '../shapes.ts'
import { project } from './paths.ts'

/** Who somebody is, as programs read it. */
export const UserV1 = Type.Object({
  id: Id,
  first_name: Type.String(),
  last_name: Type.String(),
  display_name: Type.String(),
  /** Left out where the caller is a guest. */
  email: Type.Optional(Type.String()),
  avatar: Type.String(),
  avatar_url: Nullable(Type.String()),
})
export type UserV1 = Static<typeof UserV1>

export const MemberV1 = Type.Object({
  ...UserV1.properties,
  role: Type.Integer(),
  role_slug: Type.String(),
  is_active: Type.Boolean(),
  is_bot: Type.Boolean(),
})
export type MemberV1 = Static<typeof MemberV1>

const text = Type.String({ maxLength: 255 })
/** Parts of a name or address; a role's name; `true` or `false`. */
const MembersQuery = Type.Partial(
  Type.Object({
    ...{ first_name: text, last_name: text, display_name: text, email: text },
    ...{ role_slug: text, is_active: text, is_bot: text },
  }),
)
export type MembersQueryV1 = Static<typeof MembersQuery>

const members = { query: MembersQuery, 200: Type.Array(MemberV1) }

export const usersV1 = {
  me: endpoint(byToken(signedIn), 'GET /api/v1/users/me/', { 200: UserV1 }),
  members: endpoint(byToken(anyProjectMember), `GET ${project}members/`, members),
  /** The older name of the same. */
  projectMembers: endpoint(byToken(anyProjectMember), `GET ${project}project-members/`, members),
}
