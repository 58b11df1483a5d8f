import { sql } from 'kysely'
import { undeleteFavorites } from '#features/favorites/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { jsonList, saveUndoSnapshot, takeUndoSnapshot } from '#product/undo-queries.ts'
import { favoritesSnapshot, filterSnapshot, viewSnapshot } from '#product/undo-reference-queries.ts'

/** What goes along with a cycle: an archived one leaves only favorites behind. */
export interface UndoSnapshot {
  favorites: object[]
  items?: string[]
  filters?: object[]
  views?: object[]
}

/** Before it is archived: who has it at hand. */
export const saveArchived = (tx: Tx, member: ProjectMember, id: string) =>
  saveUndoSnapshot(
    tx,
    member,
    id,
    sql`jsonb_build_object('favorites', ${jsonList(favoritesSnapshot(member, 'cycle', id))})`,
  )

/** Before it is deleted: who has it at hand, what is in it, and what is filtered by it. */
export const saveDeleted = (tx: Tx, member: ProjectMember, id: string) =>
  saveUndoSnapshot(
    tx,
    member,
    id,
    sql`jsonb_build_object(
      'favorites', ${jsonList(favoritesSnapshot(member, 'cycle', id))},
      'filters', ${jsonList(filterSnapshot(member, 'cycle', id))},
      'views', ${jsonList(viewSnapshot(member, 'cycle', id))},
      'items', (
        select coalesce(jsonb_agg(i.id), '[]') from work_items i
        where i.cycle_id = ${id} and i.project_id = ${member.project_id}
      ))`,
  )

/** After it was taken out of the archive. */
export async function mendArchived(tx: Tx, member: ProjectMember, id: string) {
  const undoSnapshot = await takeUndoSnapshot<UndoSnapshot>(tx, member, id)
  if (undoSnapshot) await undeleteFavorites(tx, member, undoSnapshot.favorites)
}

/** What moved from a cycle that is over into another; `isFirst` froze the numbers of the one that is over. */
interface Transfer {
  from: string
  to: string
  ids: string[]
  isFirst: boolean
}

export const saveTransfer = (tx: Tx, member: ProjectMember, id: string, transfer: Transfer) =>
  saveUndoSnapshot(tx, member, id, sql`${JSON.stringify(transfer)}::jsonb`)

export const takeTransfer = (tx: Tx, member: ProjectMember, id: string) =>
  takeUndoSnapshot<Transfer>(tx, member, id)
