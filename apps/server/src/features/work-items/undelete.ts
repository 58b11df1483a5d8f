import { canRemoveWorkItem } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { concern, everywhere } from '#kernel/database/write-watcher.ts'
import { forbidden, notFound } from '#kernel/http/errors.ts'
import { takeUndoSnapshot } from '#product/undo-queries.ts'
import { type Activity, recordAll } from './activities.ts'
import { readIds } from './bulk-ids.ts'
import { emitSavedItems } from './emit.ts'
import { attachRows, type Children, lockDeleted, undeleteTrees } from './undelete-queries.ts'

/** Users notified of the item before are not notified again. */
const restored: Activity = {
  verb: 'updated',
  field: 'issue',
  comment: 'restored the issue',
  old_value: 'delete',
  new_value: 'restore',
  is_notified: true,
}

/** Attaches the children that got no other parent since. */
async function attachChildren(tx: Tx, member: ProjectMember, epic: string) {
  const undoSnapshot = await takeUndoSnapshot<Children>(tx, member, epic)
  const rows = await attachRows(tx, member, epic, undoSnapshot?.children ?? [])
  for (const [project_id, children] of Map.groupBy(rows, (row) => row.project_id)) {
    const those = children.map(({ id }) => id)
    await emitSavedItems(tx, { ...member, project_id }, those)
  }
}

/** Restores recently deleted items unchanged: all of them, or none. */
export const undeleteMany = (
  db: Db,
  member: ProjectMember,
  issue_ids: readonly string[],
  { fromTrash = false } = {},
) =>
  db.transaction().execute(async (tx) => {
    const ids = readIds(issue_ids)
    const locked = await lockDeleted(tx, member, ids, fromTrash)
    if (locked.length < ids.length) throw notFound({ error: 'Work item not found' })
    if (!locked.every((item) => canRemoveWorkItem(member, item))) throw forbidden()
    const back = await undeleteTrees(tx, member, ids)
    await recordAll(
      tx,
      member,
      back.map((id) => [id, [restored]] as const),
    )
    for (const { id, is_epic } of locked) if (is_epic) await attachChildren(tx, member, id)
    // Their parents may be in any project.
    await concern(tx, [everywhere])
    await emitSavedItems(tx, member, back)
    return { message: `${locked.length} issues were restored` }
  })
