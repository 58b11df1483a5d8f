import {
  canArchiveModule,
  canRemoveModule,
  MEMBER,
  type ModulePatch,
  type NewModule,
  planSortOrder,
  type WithId,
} from '@cairn/contract'
import { forgetFavorites } from '#features/favorites/service.ts'
import { dropFromFilters } from '#features/project-members/service.ts'
import { forgetVisits } from '#features/recent-visits/service.ts'
import { dropFromViews } from '#features/views/service.ts'
import { emitSavedItems, refuseReversedDates } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, conflict, duplicate, forbidden, notFound } from '#kernel/http/errors.ts'
import { lockProject } from '#product/lock-queries.ts'
import { archivedIsClosed, emitModule, everyone } from './emit.ts'
import { takeOut } from './items.ts'
import { removeLinksOf } from './link-queries.ts'
import {
  insertModule,
  listRoles,
  lockItems,
  lockModule,
  type ModuleValues,
  replaceMembers,
  showOnItems,
  smallestSortOrder,
  touchItems,
  updateModule,
} from './queries.ts'
import { moduleNotFound, readOne } from './read.ts'
import { saveDeleted } from './undelete-queries.ts'

export { addItems, changeModulesIn, removeItem } from './items.ts'
export { findLive as shareModules } from './queries.ts'
export { readOne as readModule } from './read.ts'
export { type SeedModule, seedModules } from './seed-queries.ts'
export { restoreDeletedModule } from './undelete.ts'

const nameTaken = duplicate(
  'modules_name_key',
  badRequest({ error: 'Module with this name already exists' }),
)

const pairTaken = duplicate(
  'modules_external_key',
  conflict({ error: 'Module with the same external id and external source already exists' }),
)

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

const noSuch = (id: string) => [`Invalid pk "${id}" - object does not exist.`]

/** Lead and members must be in the project; those set before may have left it since. */
async function refuseStrangers(
  tx: Tx,
  member: ProjectMember,
  { lead_id, member_ids = [] }: ModulePatch,
  known: { lead_id: string | null; member_ids: string[] },
) {
  const named = member_ids.map((id) => id.toLowerCase())
  const lead = lead_id?.toLowerCase()
  const roles = await listRoles(tx, member, lead ? [...named, lead] : named)
  if (lead && lead !== known.lead_id && (roles.get(lead) ?? 0) < MEMBER) {
    throw badRequest({ lead_id: noSuch(lead) })
  }
  const unknown = named.findIndex((id) => !roles.has(id) && !known.member_ids.includes(id))
  if (unknown >= 0) throw badRequest({ member_ids: { [unknown]: noSuch(named[unknown] ?? '') } })
}

const toText = (json: object | null) => json && JSON.stringify(json)

function readValues({ member_ids, name, ...patch }: ModulePatch): ModuleValues {
  const { description_text, description_html, view_props, logo_props, ...plain } = patch
  return {
    ...plain,
    ...(name !== undefined && { name: readName(name) }),
    ...(description_text !== undefined && { description_text: toText(description_text) }),
    ...(description_html !== undefined && { description_html: toText(description_html) }),
    ...(view_props !== undefined && { view_props: JSON.stringify(view_props) }),
    ...(logo_props !== undefined && { logo_props: JSON.stringify(logo_props) }),
  }
}

export const createModule = (db: Db, member: ProjectMember, wanted: NewModule & WithId) =>
  db.transaction().execute(async (tx) => {
    const values = { ...readValues(wanted), name: readName(wanted.name) }
    refuseReversedDates(values.start_date, values.target_date)
    // Locks before reading the others: two created at once would get the same sort order.
    await lockProject(tx, member)
    await refuseStrangers(tx, member, wanted, { lead_id: null, member_ids: [] })
    const first = planSortOrder(undefined, await smallestSortOrder(tx, member))
    const sort_order = wanted.sort_order ?? first
    const { id } = await insertModule(tx, member, { ...values, id: wanted.id, sort_order })
      .catch(pairTaken)
      .catch(nameTaken)
    await replaceMembers(tx, id, wanted.member_ids ?? [])
    await emitModule(tx, member, id)
    return readOne(tx, member, id)
  })

export const changeModule = (db: Db, member: ProjectMember, id: string, patch: ModulePatch) =>
  db.transaction().execute(async (tx) => {
    const values = readValues(patch)
    const locked = await lockModule(tx, member, id)
    if (!locked) throw moduleNotFound()
    if (locked.archived_at) throw archivedIsClosed()
    const { start_date = locked.start_date, target_date = locked.target_date } = values
    refuseReversedDates(start_date, target_date)
    await refuseStrangers(tx, member, patch, locked)
    await updateModule(tx, member, id, values).catch(pairTaken).catch(nameTaken)
    if (patch.member_ids) await replaceMembers(tx, id, patch.member_ids)
    await emitModule(tx, member, id)
    return readOne(tx, member, id)
  })

/** Its items stay; it is removed from favorites and recent visits. */
export const removeModule = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockModule(tx, member, id)
    if (!locked) throw notFound()
    if (!canRemoveModule(member, locked)) throw forbidden()
    await saveDeleted(tx, member, locked.id)
    await takeOut(tx, member, locked, await lockItems(tx, member, locked.id))
    await removeLinksOf(tx, member, locked.id)
    await updateModule(tx, member, locked.id, { deleted_at: now })
    await forgetFavorites(tx, member, 'module', locked.id)
    await forgetVisits(tx, member, { entity_name: 'module', entity_identifier: locked.id })
    await dropFromFilters(tx, member, 'module', [locked.id])
    await dropFromViews(tx, member, 'module', [locked.id])
    const { project_id } = member
    await emit(tx, { type: 'module.removed', id: locked.id, project_id }, everyone(member))
  })

/** The items of an archived module stay in it, and do not show it. */
async function show(tx: Tx, member: ProjectMember, id: string, isShown: boolean) {
  const ids = await lockItems(tx, member, id)
  await showOnItems(tx, id, isShown)
  if (ids.length > 0) await touchItems(tx, member, ids)
  await emitModule(tx, member, id)
  if (ids.length > 0) await emitSavedItems(tx, member, ids)
}

/** Archiving it again changes nothing. */
export const archiveModule = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockModule(tx, member, id)
    if (!locked) throw notFound()
    if (locked.archived_at) return { archived_at: locked.archived_at }
    if (!canArchiveModule(locked.status)) {
      throw badRequest({ error: 'Only completed or cancelled modules can be archived' })
    }
    const archived = await updateModule(tx, member, locked.id, { archived_at: now })
    await forgetFavorites(tx, member, 'module', locked.id)
    await show(tx, member, locked.id, false)
    return { archived_at: archived?.archived_at ?? '' }
  })

export const restoreModule = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockModule(tx, member, id)
    if (!locked) throw notFound()
    if (!locked.archived_at) return
    await updateModule(tx, member, locked.id, { archived_at: null })
    await show(tx, member, locked.id, true)
  })
