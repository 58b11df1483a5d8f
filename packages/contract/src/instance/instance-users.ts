import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { instanceAdmin } from '../core/policy.ts'
import { DateTime, Id, Nullable } from '../core/shapes.ts'

/** The lists of the administration area: at most ten rows per page. */
export const InstanceListQuery = Type.Partial(
  Type.Object({
    search: Type.String({ maxLength: 255 }),
    per_page: Type.String(),
    cursor: Type.String(),
  }),
)
export type InstanceListQuery = Static<typeof InstanceListQuery>

export const InstanceUser = Type.Object({
  id: Id,
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  display_name: Type.String(),
  avatar_url: Nullable(Type.String()),
  is_active: Type.Boolean(),
  last_login_medium: Type.String(),
  last_login_time: Nullable(DateTime),
  date_joined: DateTime,
})
export type InstanceUser = Static<typeof InstanceUser>

const all = '/api/instances/users/'

export const instanceUsersApi = {
  list: endpoint(instanceAdmin, `GET ${all}`, {
    query: InstanceListQuery,
    200: Page(Type.Array(InstanceUser)),
  }),
  deactivate: endpoint(instanceAdmin, `POST ${all}:id/deactivate/`, { 204: Type.Null() }),
  /** The link is shown once, to the admin, who passes it on. */
  resetPassword: endpoint(instanceAdmin, `POST ${all}:id/reset-password/`, {
    200: Type.Object({ reset_link: Type.String() }),
  }),
  reactivate: endpoint(instanceAdmin, `POST ${all}:id/reactivate/`, { 204: Type.Null() }),
}
