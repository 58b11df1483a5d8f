import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { signedIn } from '../core/policy.ts'
import { DateTime, Id } from '../core/shapes.ts'

/** A session of the account. */
export const OpenSession = Type.Object({
  id: Id,
  user_agent: Type.String(),
  ip_address: Type.String(),
  created_at: DateTime,
  expires_at: DateTime,
  is_current: Type.Boolean(),
})
export type OpenSession = Static<typeof OpenSession>

const all = '/api/users/me/sessions/'

export const sessionsApi = {
  list: endpoint(signedIn, `GET ${all}`, { 200: Type.Array(OpenSession) }),
  revoke: endpoint(signedIn, `DELETE ${all}:id/`, { 204: Type.Null() }),
}
