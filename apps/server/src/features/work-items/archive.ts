import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { concern, everywhere } from '#kernel/database/write-watcher.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { type Activity, record } from './activities.ts'
import { today } from './bulk-queries.ts'
import { emitSavedItems } from './emit.ts'
import { lockWorkItem, updateWorkItem } from './queries.ts'
import type { Kind } from './read.ts'

export const archivedByHand: Activity = {
  verb: 'updated',
  field: 'archived_at',
  comment: 'Actor has archived the issue',
  new_value: 'manual_archive',
}

const restored: Activity = {
  verb: 'updated',
  field: 'archived_at',
  comment: 'has restored the issue',
  old_value: 'archive',
  new_value: 'restore',
}

export const isOver = (group: string) => group === 'completed' || group === 'cancelled'

export const archiveItem = (db: Db, member: ProjectMember, id: string, kind: Kind) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockWorkItem(tx, member, id, { archivedToo: false, kind })
    if (!locked) throw notFound()
    if (!isOver(locked.state__group)) {
      throw badRequest({ error: 'Can only archive completed or cancelled state group issue' })
    }
    const archived_at = await today(tx)
    await updateWorkItem(tx, member, locked, { archived_at })
    await record(tx, member, id, [archivedByHand])
    const { workspace_id, project_id } = member
    const audience = { workspace_id, project_id, author_id: locked.created_by }
    await emit(tx, { type: 'work_item.removed', id, project_id }, audience)
    return { archived_at }
  })

export const restoreItem = (db: Db, member: ProjectMember, id: string, kind: Kind) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockWorkItem(tx, member, id, { archivedToo: true, kind })
    if (!locked?.archived_at) throw notFound()
    await updateWorkItem(tx, member, locked, { archived_at: null })
    await record(tx, member, id, [restored])
    if (locked.parent_id) await concern(tx, [everywhere])
    await emitSavedItems(tx, member, [id])
  })
