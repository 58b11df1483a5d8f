import { ADMIN, GUEST, MEMBER, type Role } from '@cairn/contract'

const roles = [GUEST, MEMBER, ADMIN] as const

/**
 * The roles a user may give someone in a project: workspace admins are always admins, workspace
 * guests always guests, and no one can give a role higher than their own.
 */
export function rolesFor(workspaceRole: number, ownRole: number): Role[] {
  if (workspaceRole === ADMIN) return [ADMIN]
  if (workspaceRole === GUEST) return [GUEST]
  return roles.filter((role) => role <= ownRole)
}

/** The default role of a new member: their workspace role. */
export function firstRoleFor(workspaceRole: number, ownRole: number): Role {
  const offered = rolesFor(workspaceRole, ownRole)
  return offered.find((role) => role === workspaceRole) ?? offered.at(-1) ?? GUEST
}
