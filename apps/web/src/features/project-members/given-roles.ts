import { ADMIN, GUEST, MEMBER, type Role } from '@cairn/contract'

const roles = [GUEST, MEMBER, ADMIN] as const

/**
 * The roles one may give somebody in a project: administrators of the workspace are nothing less in
 * it, its guests nothing more, and nobody gives away more than they have.
 */
export function rolesFor(workspaceRole: number, ownRole: number): Role[] {
  if (workspaceRole === ADMIN) return [ADMIN]
  if (workspaceRole === GUEST) return [GUEST]
  return roles.filter((role) => role <= ownRole)
}

/** What a new member is offered first: what they are in the workspace. */
export function firstRoleFor(workspaceRole: number, ownRole: number): Role {
  const offered = rolesFor(workspaceRole, ownRole)
  return offered.find((role) => role === workspaceRole) ?? offered.at(-1) ?? GUEST
}
