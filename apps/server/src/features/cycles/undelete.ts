import { ADMIN, overlapSentence } from '@cairn/contract'
import { sql } from 'kysely'
import { undeleteFavorites } from '#features/favorites/service.ts'
import { mendFilters } from '#features/project-members/service.ts'
import { mendViews } from '#features/views/service.ts'
import { cycleMove, emitSavedItems, nextMoment, recordAll } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { lockProject } from '#kernel/database/lock-project.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { takeUndoSnapshot, undoable } from '#kernel/database/undo.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { emitCycle } from './emit.ts'
import { isTaken } from './queries.ts'
import type { UndoSnapshot } from './undo-snapshot.ts'

const lockDeleted = async (tx: Tx, member: ProjectMember, id: string) => {
  const anybodys = member.project_role >= ADMIN
  const { rows } = await sql<{
    id: string
    name: string
    start_date: string | null
    end_date: string | null
    owned_by_id: string | null
  }>`
    select c.id, c.name, c.start_date, c.end_date, c.owned_by_id from cycles c
    where c.id = ${id} and ${undoable(member, 'c', { anybodys })} for no key update`.execute(tx)
  return rows[0]
}

const undeleteCycle = (tx: Tx, { project_id, user_id }: ProjectMember, id: string) =>
  sql`
    update cycles set deleted_at = null, updated_at = now(), updated_by = ${user_id}
    where id = ${id} and project_id = ${project_id}`.execute(tx)

/** Those that nobody planned anew meanwhile. What no list shows returns without a word. */
async function returnItems(
  tx: Tx,
  member: ProjectMember,
  cycle: { id: string; name: string },
  ids: readonly string[],
) {
  const { rows } = await sql<{ id: string; is_listed: boolean }>`
    update work_items set cycle_id = ${cycle.id}, updated_by = ${member.user_id},
      updated_at = case when is_listed then ${nextMoment} else updated_at end
    where id = any(${[...ids]}::uuid[]) and project_id = ${member.project_id} and cycle_id is null
    returning id, is_listed`.execute(tx)
  const listed = rows.filter(({ is_listed }) => is_listed).map((row) => row.id)
  const back = cycleMove(undefined, cycle)
  await recordAll(
    tx,
    member,
    listed.map((id) => [id, [back]] as const),
  )
  await emitSavedItems(tx, member, listed)
}

/** What was deleted a while ago, with all that hung on it; not where its days are another's now. */
export const restoreDeletedCycle = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockProject(tx, member)
    const locked = await lockDeleted(tx, member, id)
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
