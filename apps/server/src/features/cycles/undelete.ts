import { ADMIN, overlapSentence } from '@cairn/contract'
import { undeleteFavorites } from '#features/favorites/service.ts'
import {
  cycleMove,
  emitSavedItems,
  recordAll,
  returnToCycle,
} from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { lockProject } from '#product/lock-queries.ts'
import { takeUndoSnapshot } from '#product/undo-queries.ts'
import { mendFilters, mendViews } from '#product/undo-reference-queries.ts'
import { emitCycle } from './emit.ts'
import { isTaken } from './queries.ts'
import { lockDeleted, undeleteCycle } from './undelete-queries.ts'
import type { UndoSnapshot } from './undo-snapshot-queries.ts'

/**
 * Puts back the items that were not put into another cycle since. Only listed ones emit an event.
 */
async function returnItems(
  tx: Tx,
  member: ProjectMember,
  cycle: { id: string; name: string },
  ids: readonly string[],
) {
  const rows = await returnToCycle(tx, member, cycle.id, ids)
  const listed = rows.filter(({ is_listed }) => is_listed).map((row) => row.id)
  const back = cycleMove(undefined, cycle)
  await recordAll(
    tx,
    member,
    listed.map((id) => [id, [back]] as const),
  )
  await emitSavedItems(tx, member, listed)
}

/**
 * Restores a recently deleted cycle with everything that belonged to it; refused if its days are
 * taken now.
 */
export const restoreDeletedCycle = (
  db: Db,
  member: ProjectMember,
  id: string,
  { fromTrash = false } = {},
) =>
  db.transaction().execute(async (tx) => {
    await lockProject(tx, member)
    const locked = await lockDeleted(tx, member, id, fromTrash)
    if (!locked) throw notFound()
    if (member.project_role !== ADMIN && locked.owned_by_id !== member.user_id) throw forbidden()
    const { start_date, end_date } = locked
    const hasDays = start_date !== null && end_date !== null
    if (hasDays && (await isTaken(tx, member, { start_date, end_date }, id))) {
      throw badRequest({ error: overlapSentence })
    }
    await undeleteCycle(tx, member, id)
    const undoSnapshot = await takeUndoSnapshot<UndoSnapshot>(tx, member, id)
    if (undoSnapshot) {
      await returnItems(tx, member, locked, undoSnapshot.items ?? [])
      await mendFilters(tx, member, 'cycle', id, undoSnapshot.filters ?? [])
      await mendViews(tx, member, 'cycle', id, undoSnapshot.views ?? [])
      await undeleteFavorites(tx, member, undoSnapshot.favorites)
    }
    return emitCycle(tx, member, id)
  })
