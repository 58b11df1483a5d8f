import { canChangeWorkItem } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { forbidden } from '#kernel/http/errors.ts'
import { lockForDiscussion } from './discussion.ts'
import { type Counts, touchRow } from './discussion-queries.ts'
import { emitSavedItems } from './emit.ts'
import type { Kind } from './read.ts'

/** The item for whoever hangs something on it: theirs to change, and locked. */
export async function lockToAttach(tx: Tx, member: ProjectMember, id: string, kind?: Kind) {
  const item = await lockForDiscussion(tx, member, id, kind)
  if (!canChangeWorkItem(member, item)) throw forbidden()
  return item
}

/** What hangs from an item changed, and the item with it: its clock moves and browsers hear. */
export async function touchItem(
  tx: Tx,
  member: ProjectMember,
  id: string,
  counts: Counts = {},
): Promise<void> {
  const touched = await touchRow(tx, member, id, counts)
  // What waits in intake is in nobody's list.
  if (touched?.in_triage === false) await emitSavedItems(tx, member, [id])
}
