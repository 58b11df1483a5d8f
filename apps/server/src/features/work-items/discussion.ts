import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { inProject } from '#kernel/database/scope.ts'
import { notFound } from '#kernel/http/errors.ts'
import { type Kind, notForYou } from './read.ts'

interface DiscussedItem {
  id: string
  created_by: string | null
  is_epic: boolean
}

/**
 * The item for whoever says something about it: theirs to see, and locked. What waits in intake is
 * talked about too; what is archived is only read.
 */
export async function lockForDiscussion(
  tx: Tx,
  member: ProjectMember,
  id: string,
  kind: Kind = 'issues',
  refusal = notForYou,
): Promise<DiscussedItem> {
  const { rows } = await sql<DiscussedItem>`
    select id, created_by, is_epic from work_items
    where id = ${id} and ${inProject(member)} and archived_at is null
    for no key update`.execute(tx)
  const item = rows[0]
  if (!item || (kind === 'epics' && !item.is_epic)) throw notFound()
  if (member.sees_only_own && item.created_by !== member.user_id) throw refusal()
  return item
}
