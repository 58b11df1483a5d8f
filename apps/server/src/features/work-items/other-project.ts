import { GUEST } from '@cairn/contract'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { findMembership } from './membership-queries.ts'

/** The caller in another project of the workspace; undefined: not a member, or no such project. */
export async function enterProject(
  tx: Tx,
  member: Member,
  project_id: string,
): Promise<ProjectMember | undefined> {
  const found = await findMembership(tx, member, project_id)
  if (!found) return undefined
  const { guest_view_all_features, ...place } = found
  const sees_only_own = place.project_role === GUEST && !guest_view_all_features
  return { ...member, ...place, sees_only_own }
}
