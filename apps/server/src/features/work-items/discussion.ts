import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { type DiscussedItem, lockDiscussed } from './discussion-queries.ts'
import { type Kind, notForYou } from './read.ts'

/**
 * The item for a comment or reaction: visible to the user, and locked. Intake items can be
 * discussed too; archived ones are read only.
 */
export async function lockForDiscussion(
  tx: Tx,
  member: ProjectMember,
  id: string,
  kind: Kind = 'issues',
  refusal = notForYou,
): Promise<DiscussedItem> {
  const item = await lockDiscussed(tx, member, id)
  if (!item || (kind === 'epics' && !item.is_epic)) throw notFound()
  if (member.sees_only_own && item.created_by !== member.user_id) throw refusal()
  return item
}
