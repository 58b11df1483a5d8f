import {
  ADMIN,
  canChangeView,
  canLockView,
  canRemoveView,
  GUEST,
  type NewView,
  type SharedView,
  type View,
  type ViewPatch,
  viewAccess,
  viewSortOrder,
  type WithId,
} from '@cairn/contract'
import { forgetFavorites, undeleteFavorites } from '#features/favorites/service.ts'
import { forgetVisits, recordVisit } from '#features/recent-visits/service.ts'
import type { Member, ProjectMember, TeamMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { type Audience, emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { lockProject, lockWorkspace } from '#product/lock-queries.ts'
import { takeUndoSnapshot } from '#product/undo-queries.ts'
import {
  type Caller,
  findView,
  insertView,
  lastSortOrder,
  listAllOfTeam,
  listReaders,
  lockViewRow,
  projectOf,
  saveFavorites,
  undeleteView,
  updateView,
} from './queries.ts'
import { firstSettings, readName, readPatch } from './settings.ts'

export { dropFromViews, listViews as listTeamViews } from './queries.ts'

/** A teamspace's lead is its admin. */
function roleOf(caller: Caller): number {
  if ('project_id' in caller) return caller.project_role
  return 'teamspace_id' in caller && caller.is_lead ? ADMIN : caller.workspace_role
}

const who = (caller: Caller) => ({ user_id: caller.user_id, role: roleOf(caller) })

const isOwner = ({ user_id }: Member, { owned_by }: View) => owned_by === user_id

/**
 * Private views of others are not found; public ones are hidden from guests who see only their own.
 */
function refuseHidden(caller: Caller, view: View | undefined): View {
  if (!view) throw notFound()
  if (isOwner(caller, view)) return view
  if (view.access === viewAccess.private) throw notFound()
  if ('project_id' in caller) {
    if (!caller.sees_only_own) return view
    throw forbidden({ error: 'You are not allowed to view this issue' })
  }
  if (caller.workspace_role === GUEST) throw notFound()
  return view
}

export const findVisible = async (db: Db, caller: Caller, id: string) =>
  refuseHidden(caller, await findView(db, caller, id))

const lock = async (tx: Tx, caller: Caller, id: string) =>
  refuseHidden(caller, await lockViewRow(tx, caller, id))

/** Records a visit, but not inside a teamspace. */
export async function readView(db: Db, caller: Caller, id: string) {
  const view = await findVisible(db, caller, id)
  if ('teamspace_id' in caller) return view
  const visit = { entity_name: 'view', entity_identifier: id } as const
  recordVisit(db, caller, { ...visit, project_id: projectOf(caller) })
  return view
}

/** Events of a private view are sent to its owner only. */
async function audienceOf(tx: Tx, caller: Caller, view: View): Promise<Audience> {
  const { access, owned_by } = view
  const { workspace_id } = caller
  if (access === viewAccess.private) return { to: [owned_by], within: { workspace_id } }
  if ('project_id' in caller) {
    return { workspace_id, project_id: caller.project_id, author_id: owned_by }
  }
  const to = [...new Set([...(await listReaders(tx, caller)), owned_by])]
  return { to, within: { workspace_id } }
}

const asSeenByAll = ({ is_favorite, ...shared }: View): SharedView => shared

/** Emits the current view to users who see it. */
export async function emitView(tx: Tx, caller: Caller, id: string): Promise<View> {
  const view = await findVisible(tx, caller, id)
  const audience = await audienceOf(tx, caller, view)
  await emit(tx, { type: 'view.saved', view: asSeenByAll(view) }, audience)
  return view
}

const lockParent = (tx: Tx, caller: Caller) =>
  'project_id' in caller ? lockProject(tx, caller) : lockWorkspace(tx, caller)

/** Runs inside the caller's transaction, without emitting an event. */
export async function addView(
  tx: Tx,
  caller: Caller,
  { id: chosen, access, ...wanted }: NewView & WithId,
) {
  await lockParent(tx, caller)
  const { id } = await insertView(tx, caller, {
    id: chosen,
    ...firstSettings,
    ...readPatch(wanted),
    name: readName(wanted.name),
    access: access ?? viewAccess.public,
    sort_order: viewSortOrder(await lastSortOrder(tx, caller)),
  })
  return id
}

export const createView = (db: Db, caller: Caller, wanted: NewView & WithId) =>
  db.transaction().execute(async (tx) => emitView(tx, caller, await addView(tx, caller, wanted)))

export const changeView = (db: Db, caller: Caller, id: string, patch: ViewPatch) =>
  db.transaction().execute(async (tx) => {
    const view = await lock(tx, caller, id)
    if (view.is_locked) throw badRequest({ error: 'view is locked' })
    if (!canChangeView(who(caller), view)) {
      throw badRequest({ error: 'Only the owner of the view can update the view' })
    }
    await updateView(tx, caller, id, readPatch(patch))
    return emitView(tx, caller, id)
  })

/** Deletes a view and all favorites of it. */
async function forget(tx: Tx, caller: Caller, view: View) {
  const { id } = view
  if ('project_id' in caller) await saveFavorites(tx, caller, id)
  await updateView(tx, caller, id, { deleted_at: now })
  await forgetFavorites(tx, caller, 'view', id)
  await forgetVisits(tx, caller, { entity_name: 'view', entity_identifier: id })
  const gone = { type: 'view.removed', id, project_id: view.project } as const
  await emit(tx, gone, await audienceOf(tx, caller, view))
}

export const removeView = (db: Db, caller: Caller, id: string) =>
  db.transaction().execute(async (tx) => {
    const view = await lock(tx, caller, id)
    if (!canRemoveView(who(caller), view)) {
      throw badRequest({ error: 'Only admin or owner can delete the view' })
    }
    await forget(tx, caller, view)
  })

/** Restores a project view with its favorites; private ones only by their owner. */
export const restoreDeletedView = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    if (!(await undeleteView(tx, member, id))) throw notFound()
    const snapshot = await takeUndoSnapshot<{ favorites: object[] }>(tx, member, id)
    if (snapshot) await undeleteFavorites(tx, member, snapshot.favorites)
    await emitView(tx, member, id)
  })

/** Includes private views of all users: their teamspace is deleted. */
export async function removeViewsOfTeam(tx: Tx, team: TeamMember) {
  for (const view of await listAllOfTeam(tx, team)) await forget(tx, team, view)
}

/** Does nothing if it already has this state. */
export const lockView = (db: Db, caller: Caller, id: string, is_locked: boolean) =>
  db.transaction().execute(async (tx) => {
    const view = await lock(tx, caller, id)
    if (!canLockView(who(caller), view)) throw forbidden()
    if (view.is_locked === is_locked) return
    await updateView(tx, caller, id, { is_locked })
    await emitView(tx, caller, id)
  })

/** A view that becomes private is removed from other users' screens and favorites. */
export const changeAccess = (db: Db, caller: Caller, id: string, access: number) =>
  db.transaction().execute(async (tx) => {
    const view = await lock(tx, caller, id)
    if (!canChangeView(who(caller), view)) throw forbidden()
    if (view.access === access) return
    await updateView(tx, caller, id, { access })
    if (access === viewAccess.private) {
      await forgetFavorites(tx, caller, 'view', id, { but: view.owned_by })
      const gone = { type: 'view.removed', id, project_id: view.project } as const
      const others = (await listReaders(tx, caller)).filter((reader) => reader !== view.owned_by)
      if (others.length > 0) await emit(tx, gone, { to: others, within: null })
    }
    await emitView(tx, caller, id)
  })
