import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { workspaceAdmins } from '../core/policy.ts'
import { ADMIN, GUEST, MEMBER, type Role } from '../core/roles.ts'
import { audit, DateTime, Id, Nullable } from '../core/shapes.ts'

const MAX_PROJECTS = 1000

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const AccountRole = Type.Unsafe<Role>({ type: 'integer', enum: [GUEST, MEMBER, ADMIN] })
const ProjectIds = Type.Array(Id, { maxItems: MAX_PROJECTS })

/**
 * A separate identity for programs. `role` is its role in the listed projects; in the workspace it
 * is a guest or a member, never an admin.
 */
export const ServiceAccount = Type.Object({
  id: Id,
  ...audit,
  workspace: Id,
  /** The user id of the account, as in history and comments. */
  member: Id,
  name: Type.String(),
  role: AccountRole,
  project_ids: Type.Array(Id),
  /** False once its token has expired. */
  is_active: Type.Boolean(),
  expired_at: Nullable(DateTime),
  last_used: Nullable(DateTime),
  /** The account used by `service-api-tokens/`. */
  is_default: Type.Boolean(),
})
export type ServiceAccount = Static<typeof ServiceAccount>

/** `expired_at` is any text here, as for personal tokens. */
const expired_at = Type.Optional(Nullable(Type.String()))

export const NewServiceAccount = Type.Object({
  name: Name,
  role: AccountRole,
  project_ids: ProjectIds,
  expired_at,
})
export type NewServiceAccount = Static<typeof NewServiceAccount>

export const ServiceAccountPatch = Type.Partial(
  Type.Object({ name: Name, role: AccountRole, project_ids: ProjectIds }),
)
export type ServiceAccountPatch = Static<typeof ServiceAccountPatch>

const Renewal = Type.Object({ expired_at })
export type ServiceAccountRenewal = Static<typeof Renewal>

const WithToken = Type.Object({ ...ServiceAccount.properties, token: Type.String() })
export type ServiceAccountWithToken = Static<typeof WithToken>

const Shown = Type.Object({ token: Type.String() })

const workspace = '/api/workspaces/:slug/'
const all = `${workspace}service-accounts/` as const
const one = `${all}:id/` as const

export const serviceAccountsApi = {
  list: endpoint(workspaceAdmins, `GET ${all}`, { 200: Type.Array(ServiceAccount) }),
  /** Only this response and that of a renewal contain the token. */
  create: endpoint(workspaceAdmins, `POST ${all}`, { body: NewServiceAccount, 201: WithToken }),
  change: endpoint(workspaceAdmins, `PATCH ${one}`, {
    body: ServiceAccountPatch,
    200: ServiceAccount,
  }),
  /** Revokes the previous token. */
  renew: endpoint(workspaceAdmins, `POST ${one}renew/`, { body: Renewal, 200: WithToken }),
  revoke: endpoint(workspaceAdmins, `DELETE ${one}`, { 204: Type.Null() }),
  /**
   * The token of the workspace's default service account: 201 if it was created, 200 if it existed.
   */
  openToken: endpoint(workspaceAdmins, `POST ${workspace}service-api-tokens/`, {
    200: Shown,
    201: Shown,
  }),
}
