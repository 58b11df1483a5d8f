import { undeleteFavorites } from '#features/favorites/service.ts'
import { type Activity, emitSavedItems, recordAll } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest, duplicate, notFound } from '#kernel/http/errors.ts'
import { lockProject } from '#product/lock-queries.ts'
import { takeUndoSnapshot } from '#product/undo-queries.ts'
import { mendFilters, mendViews } from '#product/undo-reference-queries.ts'
import { emitModule } from './emit.ts'
import { touchItems } from './queries.ts'
import { lockDeleted, returnItems, type UndoSnapshot, undeleteModule } from './undelete-queries.ts'

const nameTaken = duplicate(
  'modules_name_key',
  badRequest({ error: 'Module with this name already exists' }),
)

/** Users notified before are not notified again. */
const putBack = ({ id, name }: { id: string; name: string }): Activity => ({
  verb: 'created',
  field: 'modules',
  comment: `added module ${name}`,
  old_value: '',
  new_value: name,
  new_identifier: id,
  is_notified: true,
})

async function mend(tx: Tx, member: ProjectMember, id: string, snapshot: UndoSnapshot) {
  await mendFilters(tx, member, 'module', id, snapshot.filters)
  await mendViews(tx, member, 'module', id, snapshot.views)
  await undeleteFavorites(tx, member, snapshot.favorites)
}

/** Restores it with its items and links, for its deleter and admins. */
export const restoreDeletedModule = (
  db: Db,
  member: ProjectMember,
  id: string,
  { fromTrash = false } = {},
) =>
  db.transaction().execute(async (tx) => {
    await lockProject(tx, member)
    const locked = await lockDeleted(tx, member, id, fromTrash)
    if (!locked) throw notFound()
    const snapshot = await takeUndoSnapshot<UndoSnapshot>(tx, member, id)
    await undeleteModule(tx, member, id, snapshot?.links ?? []).catch(nameTaken)
    const items = snapshot?.items ?? []
    const back = await returnItems(tx, member, id, items, locked.archived_at === null)
    if (snapshot) await mend(tx, member, id, snapshot)
    await touchItems(tx, member, back)
    const activity = putBack(locked)
    await recordAll(
      tx,
      member,
      back.map((item) => [item, [activity]] as const),
    )
    await emitModule(tx, member, id)
    await emitSavedItems(tx, member, back)
  })
