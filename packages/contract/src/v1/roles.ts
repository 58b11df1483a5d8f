import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyMember, byToken } from '../core/policy.ts'
import { Choice, Id } from '../core/shapes.ts'
import { ListQuery } from './lists.ts'
import { workspace } from './paths.ts'

const namespaces = ['workspace', 'project'] as const

export const RoleV1 = Type.Object({
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  namespace: Choice(namespaces),
})
export type RoleV1 = Static<typeof RoleV1>

const RolesQuery = Type.Object({
  ...ListQuery.properties,
  namespace: Type.Optional(Choice(namespaces)),
})
export type RolesQueryV1 = Static<typeof RolesQuery>

const all = `${workspace}roles/` as const

export const rolesV1 = {
  list: endpoint(byToken(anyMember), `GET ${all}`, {
    query: RolesQuery,
    200: Page(Type.Array(RoleV1)),
  }),
  get: endpoint(byToken(anyMember), `GET ${all}:role_id/`, { 200: RoleV1 }),
}
