import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { instanceAdmin } from '../core/policy.ts'
import { audit, Id, Nullable } from '../core/shapes.ts'
import { NewWorkspace } from '../workspace/workspaces.ts'
import { InstanceListQuery } from './instance-users.ts'

/** A workspace as seen by the instance admin: owner and size, but not its content. */
export const InstanceWorkspace = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  slug: Type.String(),
  logo: Nullable(Type.String()),
  logo_asset: Nullable(Id),
  logo_url: Nullable(Type.String()),
  organization_size: Nullable(Type.String()),
  timezone: Type.String(),
  owner: Type.Object({
    id: Id,
    email: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
  }),
  total_projects: Type.Integer(),
  total_members: Type.Integer(),
  /** Bytes of its files. */
  storage_used: Type.Integer(),
  /** Its own limit in bytes, 0: none; null: the limit of the instance applies. */
  storage_limit: Nullable(Type.Integer()),
})
export type InstanceWorkspace = Static<typeof InstanceWorkspace>

const InstanceWorkspacePatch = Type.Partial(
  Type.Object({
    storage_limit: Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
)
export type InstanceWorkspacePatch = Static<typeof InstanceWorkspacePatch>

const all = '/api/instances/workspaces/'

export const instanceWorkspacesApi = {
  list: endpoint(instanceAdmin, `GET ${all}`, {
    query: InstanceListQuery,
    200: Page(Type.Array(InstanceWorkspace)),
  }),
  create: endpoint(instanceAdmin, `POST ${all}`, { body: NewWorkspace, 201: InstanceWorkspace }),
  change: endpoint(instanceAdmin, `PATCH ${all}:id/`, {
    body: InstanceWorkspacePatch,
    200: InstanceWorkspace,
  }),
  slugCheck: endpoint(instanceAdmin, 'GET /api/instances/workspace-slug-check/', {
    query: Type.Object({ slug: Type.Optional(Type.String()) }),
    200: Type.Object({ status: Type.Boolean() }),
  }),
}
