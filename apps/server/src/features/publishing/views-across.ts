import { ADMIN, canPublishAcross } from '@cairn/contract'
import { emitView, findVisible } from '#features/views/service.ts'
import type { Member, TeamMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { forbidden, notFound } from '#kernel/http/errors.ts'
import { newAnchor } from './boards.ts'
import { findViewBoard, removeViewBoard, saveViewBoard } from './queries.ts'

/** A member of the workspace, or of the teamspace. */
type Caller = Member | TeamMember

/** A teamspace's lead is its admin. */
const roleOf = (caller: Caller) =>
  'teamspace_id' in caller && caller.is_lead ? ADMIN : caller.workspace_role

function refuseUnlessPublisher(caller: Caller) {
  if (!canPublishAcross({ role: roleOf(caller) })) throw forbidden()
}

async function findPublished(db: Db, caller: Caller, id: string) {
  const board = await findViewBoard(db, caller, id)
  if (!board) throw notFound({ error: 'View is not published' })
  return board
}

export async function readViewAcross(db: Db, caller: Caller, id: string) {
  await findVisible(db, caller, id)
  return findPublished(db, caller, id)
}

export const publishViewAcross = (db: Db, caller: Caller, id: string) =>
  db.transaction().execute(async (tx) => {
    await findVisible(tx, caller, id)
    refuseUnlessPublisher(caller)
    await saveViewBoard(tx, caller, { id, anchor: newAnchor() })
    await emitView(tx, caller, id)
    return findPublished(tx, caller, id)
  })

export const unpublishViewAcross = (db: Db, caller: Caller, id: string) =>
  db.transaction().execute(async (tx) => {
    const view = await findVisible(tx, caller, id)
    // Its owner can unpublish it, even if they may not publish it.
    if (view.owned_by !== caller.user_id) refuseUnlessPublisher(caller)
    const board = await findPublished(tx, caller, id)
    await removeViewBoard(tx, caller, board.id)
    await emitView(tx, caller, id)
  })
