import { canChangeWorkItem } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { inProject } from '#kernel/database/scope.ts'
import { forbidden } from '#kernel/http/errors.ts'
import { lockForDiscussion } from './discussion.ts'
import { emitSavedItems } from './emit.ts'
import { nextMoment } from './queries.ts'
import type { Kind } from './read.ts'

/** The item for whoever hangs something on it: theirs to change, and locked. */
export async function lockToAttach(tx: Tx, member: ProjectMember, id: string, kind?: Kind) {
  const item = await lockForDiscussion(tx, member, id, kind)
  if (!canChangeWorkItem(member, item)) throw forbidden()
  return item
}

interface Counts {
  link_count?: 1 | -1
  attachment_count?: 1 | -1
}

/** What hangs from an item changed, and the item with it: its clock moves and browsers hear. */
export async function touchItem(
  tx: Tx,
  member: ProjectMember,
  id: string,
  { link_count, attachment_count }: Counts = {},
): Promise<void> {
  const { rows } = await sql<{ in_triage: boolean }>`
    update work_items set updated_at = ${nextMoment}, updated_by = ${member.user_id},
      link_count = link_count + ${link_count ?? 0}::int,
      attachment_count = attachment_count + ${attachment_count ?? 0}::int
    where id = ${id} and ${inProject(member)} returning in_triage`.execute(tx)
  // What waits in intake is in nobody's list.
  if (rows[0]?.in_triage === false) await emitSavedItems(tx, member, [id])
}
