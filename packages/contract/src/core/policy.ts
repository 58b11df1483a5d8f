import { ADMIN, GUEST, MEMBER, type Role } from './roles.ts'

/**
 * Who may call an endpoint. The kernel refuses to boot a route without one and checks it before the
 * body. A rule that needs the row itself (its creator, its owner) is checked additionally in the
 * service.
 */
export type Policy =
  | { who: 'anyone' }
  | ({ who: 'signed-in' } & Credential)
  | { who: 'instance-admin' }
  | ({ who: 'workspace'; roles: readonly Role[] } & Credential)
  | ({ who: 'project'; roles: readonly Role[]; orWorkspaceAdmin?: boolean } & Credential)

/** By a browser session or, for API clients, only by a personal token. */
interface Credential {
  by?: 'token'
}

export const anyone: Policy = { who: 'anyone' }
export const signedIn: Policy = { who: 'signed-in' }
export const instanceAdmin: Policy = { who: 'instance-admin' }

export const anyMember: Policy = { who: 'workspace', roles: [ADMIN, MEMBER, GUEST] }
export const workspaceMembers: Policy = { who: 'workspace', roles: [ADMIN, MEMBER] }
export const workspaceAdmins: Policy = { who: 'workspace', roles: [ADMIN] }

export const anyProjectMember: Policy = { who: 'project', roles: [ADMIN, MEMBER, GUEST] }
export const projectMembers: Policy = { who: 'project', roles: [ADMIN, MEMBER] }
export const projectAdmins: Policy = { who: 'project', roles: [ADMIN] }
/** Workspace admins too, in the project or not. */
export const projectOrWorkspaceAdmins: Policy = {
  who: 'project',
  roles: [ADMIN],
  orWorkspaceAdmin: true,
}

/** The same users, calling through API clients. */
export const byToken = (policy: Policy): Policy =>
  policy.who === 'anyone' || policy.who === 'instance-admin' ? policy : { ...policy, by: 'token' }

export type TokenPolicy = Exclude<Policy, { who: 'anyone' | 'instance-admin' }> & { by: 'token' }

export const isByToken = (policy: Policy): policy is TokenPolicy =>
  'by' in policy && policy.by === 'token'
