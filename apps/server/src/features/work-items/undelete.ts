import { ADMIN, canRemoveWorkItem } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { saveUndoSnapshot, takeUndoSnapshot, undoable } from '#kernel/database/undo.ts'
import { concern, everywhere } from '#kernel/database/write-watcher.ts'
import { forbidden, notFound } from '#kernel/http/errors.ts'
import { type Activity, recordAll } from './activities.ts'
import { readIds } from './bulk-ids.ts'
import { emitSavedItems } from './emit.ts'
import { nextMoment } from './queries.ts'

/** Who heard of the item before need not hear of it again. */
const restored: Activity = {
  verb: 'updated',
  field: 'issue',
  comment: 'restored the issue',
  old_value: 'delete',
  new_value: 'restore',
  is_notified: true,
}

interface Children {
  children: string[]
}

/** What stood below an epic that goes: it stands there again when the epic comes back. */
export const saveChildren = (tx: Tx, member: ProjectMember, id: string, children: string[]) =>
  saveUndoSnapshot(tx, member, id, sql`${JSON.stringify({ children } satisfies Children)}::jsonb`)

interface Deleted {
  id: string
  created_by: string | null
  is_epic: boolean
}

async function lockDeleted(tx: Tx, member: ProjectMember, ids: string[]) {
  const anybodys = member.project_role >= ADMIN
  const { rows } = await sql<Deleted>`
    select i.id, i.created_by, i.is_epic from work_items i
    where i.id = any(${ids}::uuid[]) and not i.in_triage
      and ${undoable(member, 'i', { anybodys })}
    order by i.id for no key update`.execute(tx)
  return rows
}

/** With those below that went in the same moment; not below what is itself gone. */
async function undeleteTrees(tx: Tx, { project_id, user_id }: ProjectMember, ids: string[]) {
  const { rows } = await sql<{ id: string }>`
    with recursive tree as (
      select i.id, i.deleted_at from work_items i
      where i.id = any(${ids}::uuid[]) and i.project_id = ${project_id}
      union
      select i.id, i.deleted_at from work_items i join tree on i.parent_id = tree.id
      where i.deleted_at = tree.deleted_at
    )
    update work_items set deleted_at = null, updated_at = ${nextMoment}, updated_by = ${user_id},
      parent_id = (
        select p.id from work_items p
        where p.id = work_items.parent_id
          and (p.deleted_at is null or p.id in (select id from tree))
      )
    from tree where work_items.id = tree.id
    returning work_items.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those that nobody put anywhere else meanwhile. */
async function attachChildren(tx: Tx, member: ProjectMember, epic: string) {
  const undoSnapshot = await takeUndoSnapshot<Children>(tx, member, epic)
  const { rows } = await sql<{ id: string; project_id: string }>`
    update work_items set parent_id = ${epic}, updated_at = ${nextMoment},
      updated_by = ${member.user_id}
    where id = any(${undoSnapshot?.children ?? []}::uuid[]) and workspace_id = ${member.workspace_id}
      and parent_id is null and deleted_at is null
    returning id, project_id`.execute(tx)
  for (const [project_id, children] of Map.groupBy(rows, (row) => row.project_id)) {
    const those = children.map(({ id }) => id)
    await emitSavedItems(tx, { ...member, project_id }, those)
  }
}

/** What was deleted a while ago, exactly as it was: all of it, or nothing. */
export const undeleteMany = (db: Db, member: ProjectMember, issue_ids: readonly string[]) =>
  db.transaction().execute(async (tx) => {
    const ids = readIds(issue_ids)
    const locked = await lockDeleted(tx, member, ids)
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
