import { canChangeWorkItem } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { forbidden } from '#kernel/http/errors.ts'
import { lockForDiscussion } from './discussion.ts'
import { type Counts, touchRow } from './discussion-queries.ts'
import { emitSavedItems } from './emit.ts'
import type { Kind } from './read.ts'

/** The item for attaching something: the user may change it, and it is locked. */
export async function lockToAttach(tx: Tx, member: ProjectMember, id: string, kind?: Kind) {
  const item = await lockForDiscussion(tx, member, id, kind)
  if (!canChangeWorkItem(member, item)) throw forbidden()
  return item
}

/** Something attached to an item changed: updates the item's `updated_at` and emits an event. */
export async function touchItem(
  tx: Tx,
  member: ProjectMember,
  id: string,
  counts: Counts = {},
): Promise<void> {
  const touched = await touchRow(tx, member, id, counts)
  // Intake items are in no list.
  if (touched?.in_triage === false) await emitSavedItems(tx, member, [id])
}
