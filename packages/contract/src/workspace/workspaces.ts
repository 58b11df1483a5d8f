import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, signedIn, workspaceAdmins } from '../core/policy.ts'
import { audit, Id, Nullable } from '../core/shapes.ts'
import { WorkspaceMember } from './workspace-members.ts'

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

/**
 * Nothing is required here: the contract answers a missing name or slug with a specific error
 * message.
 */
export const NewWorkspace = Type.Object({
  name: Type.Optional(Type.String()),
  slug: Type.Optional(Type.String()),
  organization_size: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
  timezone: Type.Optional(Type.String({ maxLength: 100 })),
  company_role: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
})
export type NewWorkspace = Static<typeof NewWorkspace>

/** The slug and the owner cannot change after creation. */
const WorkspacePatch = Type.Partial(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 80 }),
    organization_size: Nullable(Type.String({ maxLength: 20 })),
    timezone: Type.String({ maxLength: 100 }),
    logo: Nullable(Type.String({ maxLength: 800 })),
    logo_asset: Nullable(Id),
  }),
)
export type WorkspacePatch = Static<typeof WorkspacePatch>

const WorkspaceListQuery = Type.Partial(
  Type.Object({ search: Type.String({ maxLength: 255 }), owner: Id }),
)
export type WorkspaceListQuery = Static<typeof WorkspaceListQuery>

const all = '/api/workspaces/'
const one = `${all}:slug/` as const

export const workspacesApi = {
  list: endpoint(signedIn, 'GET /api/users/me/workspaces/', {
    query: WorkspaceListQuery,
    200: Type.Array(Workspace),
  }),
  listByName: endpoint(signedIn, `GET ${all}`, { 200: Type.Array(Workspace) }),
  create: endpoint(signedIn, `POST ${all}`, { body: NewWorkspace, 201: Workspace }),
  slugCheck: endpoint(signedIn, 'GET /api/workspace-slug-check/', {
    query: Type.Object({ slug: Type.Optional(Type.String()) }),
    200: Type.Object({ status: Type.Boolean() }),
  }),
  get: endpoint(anyMember, `GET ${one}`, { 200: Workspace }),
  members: endpoint(anyMember, `GET ${one}members/`, {
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 255 })) }),
    200: Type.Array(WorkspaceMember),
  }),
  change: endpoint(workspaceAdmins, `PATCH ${one}`, { body: WorkspacePatch, 200: Workspace }),
  leave: endpoint(anyMember, `POST ${one}members/leave/`, { 204: Type.Null() }),
  remove: endpoint(workspaceAdmins, `DELETE ${one}`, { 204: Type.Null() }),
}

export type WorkspaceEvent =
  | { type: 'workspace.saved'; workspace: Workspace }
  /** Deleted, or the recipients are no longer members. */
  | { type: 'workspace.removed'; id: string }

/** A user's workspaces after an event. Used for live and optimistic updates. */
export function applyWorkspaceEvent(workspaces: Workspace[], event: WorkspaceEvent): Workspace[] {
  if (event.type === 'workspace.removed') return workspaces.filter(({ id }) => id !== event.id)
  const saved = event.workspace
  const known = workspaces.some(({ id }) => id === saved.id)
  if (!known) return [saved, ...workspaces]
  return workspaces.map((old) => (old.id === saved.id ? saved : old))
}
