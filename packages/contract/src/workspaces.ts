import { type Static, Type } from 'typebox'
import { UserLite } from './account.ts'
import { endpoint } from './endpoint.ts'
import { anyMember, signedIn } from './policy.ts'
import { audit, Id, Nullable } from './shapes.ts'

export const Workspace = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  slug: Type.String(),
  logo: Nullable(Type.String()),
  logo_asset: Nullable(Id),
  logo_url: Nullable(Type.String()),
  owner: Id,
  organization_size: Nullable(Type.String()),
  timezone: Type.String(),
  total_members: Type.Integer(),
  role: Type.Integer(),
})
export type Workspace = Static<typeof Workspace>

/** Nothing is required here: the contract answers a missing name or slug with a sentence of its own. */
export const NewWorkspace = Type.Object({
  name: Type.Optional(Type.String()),
  slug: Type.Optional(Type.String()),
  organization_size: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
  timezone: Type.Optional(Type.String({ maxLength: 100 })),
})
export type NewWorkspace = Static<typeof NewWorkspace>

/** `email` is left out where the caller is a guest. */
export const WorkspaceMember = Type.Object({
  id: Id,
  member: Type.Object({ ...UserLite.properties, email: Type.Optional(Type.String()) }),
  role: Type.Integer(),
  is_active: Type.Boolean(),
  ...audit,
})
export type WorkspaceMember = Static<typeof WorkspaceMember>

const one = '/api/workspaces/:slug/'

export const workspacesApi = {
  list: endpoint(signedIn, 'GET /api/users/me/workspaces/', { 200: Type.Array(Workspace) }),
  create: endpoint(signedIn, 'POST /api/workspaces/', { body: NewWorkspace, 201: Workspace }),
  slugCheck: endpoint(signedIn, 'GET /api/workspace-slug-check/', {
    query: Type.Object({ slug: Type.Optional(Type.String()) }),
    200: Type.Object({ status: Type.Boolean() }),
  }),
  get: endpoint(anyMember, `GET ${one}`, { 200: Workspace }),
  members: endpoint(anyMember, `GET ${one}members/`, { 200: Type.Array(WorkspaceMember) }),
}

export type WorkspaceEvent = { type: 'workspace.saved'; workspace: Workspace }
