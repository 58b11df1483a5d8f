import { sql } from 'kysely'
import { undeleteFavorites } from '#features/favorites/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { jsonList, saveUndoSnapshot, takeUndoSnapshot } from '#product/undo-queries.ts'
import { favoritesSnapshot, filterSnapshot, viewSnapshot } from '#product/undo-reference-queries.ts'

/** What is restored with a cycle: for an archived one only favorites. */
export interface UndoSnapshot {
  favorites: object[]
  items?: string[]
  filters?: object[]
  views?: object[]
}

/** Before archiving: its favorites. */
export const saveArchived = (tx: Tx, member: ProjectMember, id: string) =>
  saveUndoSnapshot(
    tx,
    member,
    id,
    sql`jsonb_build_object('favorites', ${jsonList(favoritesSnapshot(member, 'cycle', id))})`,
  )

/** Before deleting: its favorites, items, and the filters that use it. */
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

/** After unarchiving. */
export async function mendArchived(tx: Tx, member: ProjectMember, id: string) {
  const undoSnapshot = await takeUndoSnapshot<UndoSnapshot>(tx, member, id)
  if (undoSnapshot) await undeleteFavorites(tx, member, undoSnapshot.favorites)
}

/**
 * Items transferred from an ended cycle to another; `isFirst`: this transfer froze the ended
 * cycle's numbers.
 */
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
