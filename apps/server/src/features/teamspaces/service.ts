import {
  canChangeTeamspace,
  type NewTeamspace,
  type ProjectUserPropertiesPatch,
  planSortOrder,
  type Teamspace,
  type TeamspacePatch,
  type TeamspaceUserProperties,
  type WithId,
} from '@cairn/contract'
import { forgetFavorites } from '#features/favorites/service.ts'
import { removeViewsOfTeam } from '#features/views/service.ts'
import { readHtml } from '#features/work-items/service.ts'
import type { Member, TeamMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, duplicate, forbidden, notFound } from '#kernel/http/errors.ts'
import { lockWorkspace } from '#product/lock-queries.ts'
import { userProperties } from '#product/user-property-queries.ts'
import {
  addToTeamspace,
  findTeamspace,
  insertTeamspace,
  listColleagues,
  listKnownProjects,
  listReaders,
  lockTeamspace,
  smallestSortOrder,
  type TeamspaceValues,
  takeFromTeamspace,
  updateTeamspace,
} from './queries.ts'

export { listKnownProjects } from './queries.ts'

const nameTaken = duplicate(
  'teamspaces_name_key',
  badRequest({ name: 'The teamspace name is already taken' }),
)

const noSuch = (id: string) => [`Invalid pk "${id}" - object does not exist.`]

export async function readTeamspace(db: Db, member: Member, id: string): Promise<Teamspace> {
  const teamspace = await findTeamspace(db, member, id)
  if (!teamspace) throw notFound()
  return teamspace
}

/** The caller as a member of a teamspace they may see. */
export async function enterTeamspace(db: Db, member: Member, id: string): Promise<TeamMember> {
  const { lead_id, project_ids } = await readTeamspace(db, member, id)
  const is_lead = lead_id === member.user_id
  return { ...member, teamspace_id: id, is_lead, team_project_ids: project_ids }
}

async function lockForChange(tx: Tx, member: Member, id: string): Promise<Teamspace> {
  const locked = await lockTeamspace(tx, member, id)
  if (!locked) throw notFound()
  if (!canChangeTeamspace(member, locked)) throw forbidden()
  return locked
}

/** Existing members may have become guests since. */
async function refuseStrangers(
  tx: Tx,
  member: Member,
  { lead_id, member_ids = [] }: TeamspacePatch,
  known: Pick<Teamspace, 'member_ids'>,
) {
  const lead = lead_id?.toLowerCase()
  const named = member_ids.map((id) => id.toLowerCase())
  const colleagues = await listColleagues(tx, member, lead ? [...named, lead] : named)
  if (lead && !colleagues.has(lead)) throw badRequest({ lead_id: noSuch(lead) })
  const stranger = named.findIndex((id) => !colleagues.has(id) && !known.member_ids.includes(id))
  if (stranger >= 0) {
    throw badRequest({ member_ids: { [stranger]: noSuch(named[stranger] ?? '') } })
  }
}

async function refuseUnknown(
  tx: Tx,
  member: Member,
  { project_ids = [] }: TeamspacePatch,
  known: Pick<Teamspace, 'project_ids'>,
) {
  const named = project_ids.map((id) => id.toLowerCase())
  const projects = await listKnownProjects(tx, member, named)
  const unknown = named.findIndex((id) => !projects.has(id) && !known.project_ids.includes(id))
  if (unknown >= 0) throw badRequest({ project_ids: { [unknown]: noSuch(named[unknown] ?? '') } })
}

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

const readValues = (patch: TeamspacePatch): TeamspaceValues => ({
  ...(patch.name !== undefined && { name: readName(patch.name) }),
  ...(patch.description_html !== undefined && {
    description_html: readHtml(patch.description_html).description_html,
  }),
  ...(patch.logo_props && { logo_props: JSON.stringify(patch.logo_props) }),
  ...(patch.lead_id !== undefined && { lead_id: patch.lead_id }),
  ...(patch.sort_order !== undefined && { sort_order: patch.sort_order }),
})

/** Emits the current teamspace to users who see it; users who no longer do get a removal event. */
async function emitTeamspace(tx: Tx, member: Member, id: string, before: readonly string[] = []) {
  const readers = await listReaders(tx, member, id)
  const lost = before.filter((user_id) => !readers.includes(user_id))
  if (lost.length > 0) await emit(tx, { type: 'teamspace.removed', id }, { to: lost, within: null })
  const teamspace = await findTeamspace(tx, member, id)
  // The caller may have removed themselves and no longer see it.
  if (!teamspace) return undefined
  const { workspace_id } = member
  await emit(tx, { type: 'teamspace.saved', teamspace }, { to: readers, within: { workspace_id } })
  return teamspace
}

async function emitAndRead(tx: Tx, member: Member, id: string, before?: readonly string[]) {
  const teamspace = await emitTeamspace(tx, member, id, before)
  if (!teamspace) throw notFound()
  return teamspace
}

const membersSet = (ids: readonly string[]) => ({ table: 'teamspace_members', ids }) as const
const projectsSet = (ids: readonly string[]) => ({ table: 'teamspace_projects', ids }) as const

/** Runs inside the caller's transaction, without emitting an event. */
export async function addTeamspace(tx: Tx, member: Member, wanted: NewTeamspace & WithId) {
  const values = { ...readValues(wanted), name: readName(wanted.name) }
  await lockWorkspace(tx, member)
  const nothing = { member_ids: [], project_ids: [] }
  await refuseStrangers(tx, member, wanted, nothing)
  await refuseUnknown(tx, member, wanted, nothing)
  const first = planSortOrder(undefined, await smallestSortOrder(tx, member))
  const sort_order = wanted.sort_order ?? first
  const { id } = await insertTeamspace(tx, member, { ...values, id: wanted.id, sort_order }).catch(
    nameTaken,
  )
  const lead = wanted.lead_id ? [wanted.lead_id] : []
  const people = [member.user_id, ...lead, ...(wanted.member_ids ?? [])]
  await addToTeamspace(tx, id, membersSet(people))
  await addToTeamspace(tx, id, projectsSet(wanted.project_ids ?? []))
  return id
}

export const createTeamspace = (db: Db, member: Member, wanted: NewTeamspace & WithId) =>
  db
    .transaction()
    .execute(async (tx) => emitAndRead(tx, member, await addTeamspace(tx, member, wanted)))

export const changeTeamspace = (db: Db, member: Member, id: string, patch: TeamspacePatch) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockForChange(tx, member, id)
    await refuseStrangers(tx, member, patch, locked)
    await refuseUnknown(tx, member, patch, locked)
    const before = await listReaders(tx, member, id)
    await updateTeamspace(tx, member, id, readValues(patch)).catch(nameTaken)
    const lead_id = patch.lead_id === undefined ? locked.lead_id : patch.lead_id
    const properties = [...(patch.member_ids ?? locked.member_ids), ...(lead_id ? [lead_id] : [])]
    await replace(tx, id, membersSet(properties), locked.member_ids)
    if (patch.project_ids) await replace(tx, id, projectsSet(patch.project_ids), locked.project_ids)
    return emitAndRead(tx, member, id, before)
  })

async function replace(
  tx: Tx,
  id: string,
  set: Parameters<typeof addToTeamspace>[2],
  before: readonly string[],
) {
  const wanted = new Set(set.ids.map((one) => one.toLowerCase()))
  const gone = before.filter((one) => !wanted.has(one))
  await takeFromTeamspace(tx, id, { ...set, ids: gone })
  await addToTeamspace(tx, id, set)
}

/** Its views and all favorites of it are deleted; the projects stay unchanged. */
export const removeTeamspace = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockForChange(tx, member, id)
    const readers = await listReaders(tx, member, locked.id)
    await removeViewsOfTeam(tx, await enterTeamspace(tx, member, id))
    await updateTeamspace(tx, member, id, { deleted_at: now })
    await forgetFavorites(tx, member, 'teamspace', id)
    await emit(tx, { type: 'teamspace.removed', id }, { to: readers, within: null })
  })

export const addMembers = (db: Db, member: Member, id: string, member_ids: string[]) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockForChange(tx, member, id)
    await refuseStrangers(tx, member, { member_ids }, locked)
    await addToTeamspace(tx, id, membersSet(member_ids))
    return emitAndRead(tx, member, id)
  })

/**
 * If the lead is removed, the teamspace has none. If one of the users is not in it, no one is
 * removed.
 */
async function takeOut(tx: Tx, member: Member, locked: Teamspace, ids: readonly string[]) {
  if (ids.some((user_id) => !locked.member_ids.includes(user_id))) throw notFound()
  const before = await listReaders(tx, member, locked.id)
  await takeFromTeamspace(tx, locked.id, membersSet(ids))
  if (locked.lead_id && ids.includes(locked.lead_id)) {
    await updateTeamspace(tx, member, locked.id, { lead_id: null })
  }
  await emitTeamspace(tx, member, locked.id, before)
}

const inLowerCase = (ids: readonly string[]) => ids.map((id) => id.toLowerCase())

export const removeMembers = (db: Db, member: Member, id: string, user_ids: readonly string[]) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockForChange(tx, member, id)
    await takeOut(tx, member, locked, inLowerCase(user_ids))
  })

export const leaveTeamspace = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockTeamspace(tx, member, id)
    if (!locked) throw notFound()
    await takeOut(tx, member, locked, [member.user_id])
  })

export const addProjects = (db: Db, member: Member, id: string, project_ids: string[]) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockForChange(tx, member, id)
    await refuseUnknown(tx, member, { project_ids }, locked)
    await addToTeamspace(tx, id, projectsSet(project_ids))
    return emitAndRead(tx, member, id)
  })

export const removeProjects = (db: Db, member: Member, id: string, wanted: readonly string[]) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockForChange(tx, member, id)
    const ids = inLowerCase(wanted)
    if (ids.some((project_id) => !locked.project_ids.includes(project_id))) throw notFound()
    await takeFromTeamspace(tx, id, projectsSet(ids))
    await emitTeamspace(tx, member, id)
  })

const properties = userProperties<TeamspaceUserProperties>('teamspace_user_properties', 'teamspace')

const keyOf = ({ workspace_id, user_id }: Member, teamspace_id: string) => ({
  ...{ workspace_id, user_id, teamspace_id },
})

/** A user's display settings for a teamspace's list. */
export async function readProperties(db: Db, member: Member, id: string) {
  await readTeamspace(db, member, id)
  return properties.read(db, keyOf(member, id))
}

export const changeProperties = (
  db: Db,
  member: Member,
  id: string,
  patch: ProjectUserPropertiesPatch,
) =>
  db.transaction().execute(async (tx) => {
    await readTeamspace(tx, member, id)
    return properties.change(tx, keyOf(member, id), patch)
  })
