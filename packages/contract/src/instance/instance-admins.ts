import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyone, instanceAdmin } from '../core/policy.ts'
import { audit, Id } from '../core/shapes.ts'
import { CurrentUser, UserLite } from '../identity/account.ts'

export const UserAdminLite = Type.Object({
  ...UserLite.properties,
  email: Type.String(),
  last_login_medium: Type.String(),
})
export type UserAdminLite = Static<typeof UserAdminLite>

const AdminMe = Type.Pick(CurrentUser, [
  'id',
  'avatar',
  'avatar_url',
  'cover_image',
  'date_joined',
  'display_name',
  'email',
  'first_name',
  'last_name',
  'is_active',
  'is_bot',
  'is_email_verified',
  'user_timezone',
  'username',
  'is_password_autoset',
])

export const InstanceAdmin = Type.Object({
  id: Id,
  ...audit,
  user: Id,
  instance: Id,
  role: Type.Integer(),
  is_verified: Type.Boolean(),
  user_detail: UserAdminLite,
})
export type InstanceAdmin = Static<typeof InstanceAdmin>

export const NewInstanceAdmin = Type.Object({
  email: Type.Optional(Type.String()),
  role: Type.Optional(Type.Unsafe<15 | 20>({ type: 'integer', enum: [15, 20] })),
})
export type NewInstanceAdmin = Static<typeof NewInstanceAdmin>

const all = '/api/instances/admins/'

export const instanceAdminsApi = {
  session: endpoint(anyone, `GET ${all}session/`, {
    200: Type.Object({ is_authenticated: Type.Boolean(), user: Type.Optional(AdminMe) }),
  }),
  me: endpoint(instanceAdmin, `GET ${all}me/`, { 200: AdminMe }),
  list: endpoint(instanceAdmin, `GET ${all}`, { 200: Type.Array(InstanceAdmin) }),
  add: endpoint(instanceAdmin, `POST ${all}`, { body: NewInstanceAdmin, 201: InstanceAdmin }),
  remove: endpoint(instanceAdmin, `DELETE ${all}:id/`, { 204: Type.Null() }),
}
