import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { byToken, signedIn } from '../core/policy.ts'
import { Id, Nullable } from '../core/shapes.ts'

/** A user in the API for programs. */
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

export const usersV1 = {
  me: endpoint(byToken(signedIn), 'GET /api/v1/users/me/', { 200: UserV1 }),
}
