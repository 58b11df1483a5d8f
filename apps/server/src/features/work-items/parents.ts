import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { concern } from '#kernel/database/write-watcher.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { findParent, isBelow, lockParents, type Parent } from './parent-queries.ts'

export const parentNotValid = () =>
  badRequest({ parent_id: ['Parent is not valid issue_id please pass a valid issue_id'] })

/**
 * The requested parent. Refuses items that are not visible, the item itself and its descendants.
 */
export async function resolveParent(
  tx: Tx,
  member: ProjectMember,
  parent_id: string,
  child?: { id: string; is_epic: boolean },
): Promise<Parent> {
  if (child?.is_epic || child?.id === parent_id) throw parentNotValid()
  if (child) await lockParents(tx, member)
  const parent = await findParent(tx, member, parent_id)
  if (!parent) throw parentNotValid()
  if (child && (await isBelow(tx, parent_id, child.id))) throw parentNotValid()
  // Cached lists there must count one more child.
  if (parent.project_id !== member.project_id) await concern(tx, [parent.project_id])
  return parent
}
