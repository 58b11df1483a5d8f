import {
  canChangeInitiative,
  canRemoveInitiative,
  type Initiative,
  type InitiativeOverview,
  type InitiativePatch,
  type NewInitiative,
  noCounts,
  type ProgressCounts,
  planSortOrder,
  type StateGroup,
  type WithId,
} from '@cairn/contract'
import { listKnownProjects } from '#features/teamspaces/service.ts'
import { readHtml } from '#features/work-items/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { lockWorkspace } from '#product/lock-queries.ts'
import {
  countEpics,
  countOutside,
  countProjects,
  findInitiative,
  type InitiativeValues,
  insertInitiative,
  listColleagues,
  listEpics,
  listProjectHealths,
  listReaders,
  listVisibleEpics,
  lockInitiative,
  replaceEpics,
  replaceMembers,
  replaceProjects,
  smallestSortOrder,
  updateInitiative,
} from './queries.ts'

export {
  listEpics as listInitiativeEpics,
  listReaders as listInitiativeReaders,
} from './queries.ts'

const noSuch = (id: string) => [`Invalid pk "${id}" - object does not exist.`]

export async function readInitiative(db: Db, member: Member, id: string): Promise<Initiative> {
  const initiative = await findInitiative(db, member, id)
  if (!initiative) throw notFound()
  return initiative
}

interface GroupCount {
  group: StateGroup
  items: number
}

function sumOf(counts: readonly GroupCount[]): ProgressCounts {
  const sum = { ...noCounts }
  for (const { group, items } of counts) {
    sum[`${group}_issues`] += items
    sum.total_issues += items
  }
  return sum
}

/** Progress over the items the caller may see. */
export async function readOverview(
  db: Db,
  member: Member,
  id: string,
): Promise<InitiativeOverview> {
  const { project_ids, epic_ids } = await readInitiative(db, member, id)
  const [inProjects, healths, epics, inEpics, outside] = await Promise.all([
    countProjects(db, member, project_ids),
    listProjectHealths(db, member, project_ids),
    listEpics(db, member, epic_ids),
    countEpics(db, member, epic_ids),
    countOutside(db, member, epic_ids, project_ids),
  ])
  const byProject = Map.groupBy(inProjects, (one) => one.id)
  const byEpic = Map.groupBy(inEpics, (one) => one.id)
  return {
    progress: sumOf([...inProjects, ...outside]),
    projects: healths.map((one) => ({ ...one, progress: sumOf(byProject.get(one.id) ?? []) })),
    epics: epics.map((one) => ({ ...one, progress: sumOf(byEpic.get(one.id) ?? []) })),
  }
}

function refuseReversed(start: string | null | undefined, end: string | null | undefined) {
  if (start && end && start > end) {
    throw badRequest({ non_field_errors: ['Start date cannot exceed end date'] })
  }
}

type Known = Pick<Initiative, 'lead_id' | 'member_ids' | 'project_ids' | 'epic_ids'>
const nothing: Known = { lead_id: null, member_ids: [], project_ids: [], epic_ids: [] }

function refuseOthers(
  field: 'member_ids' | 'project_ids' | 'epic_ids',
  named: readonly string[],
  found: ReadonlySet<string>,
  known: readonly string[],
) {
  const unknown = named.findIndex((id) => !found.has(id) && !known.includes(id))
  if (unknown >= 0) throw badRequest({ [field]: { [unknown]: noSuch(named[unknown] ?? '') } })
}

/** Refuses users, projects and epics the caller cannot see in the workspace. */
async function refuseUnknown(tx: Tx, member: Member, patch: InitiativePatch, known: Known) {
  const small = (ids: readonly string[] = []) => ids.map((id) => id.toLowerCase())
  const { lead_id } = patch
  const members = small(patch.member_ids)
  const colleagues = await listColleagues(tx, member, lead_id ? [lead_id, ...members] : members)
  if (lead_id && lead_id !== known.lead_id && !colleagues.has(lead_id.toLowerCase())) {
    throw badRequest({ lead_id: noSuch(lead_id) })
  }
  refuseOthers('member_ids', members, colleagues, known.member_ids)
  const [projects, epics] = [small(patch.project_ids), small(patch.epic_ids)]
  const found = await listKnownProjects(tx, member, projects)
  refuseOthers('project_ids', projects, found, known.project_ids)
  refuseOthers('epic_ids', epics, await listVisibleEpics(tx, member, epics), known.epic_ids)
}

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

const readValues = (patch: InitiativePatch): InitiativeValues => ({
  ...(patch.name !== undefined && { name: readName(patch.name) }),
  ...(patch.description_html !== undefined && {
    description_html: readHtml(patch.description_html).description_html,
  }),
  ...(patch.logo_props && { logo_props: JSON.stringify(patch.logo_props) }),
  ...(patch.lead_id !== undefined && { lead_id: patch.lead_id }),
  ...(patch.start_date !== undefined && { start_date: patch.start_date }),
  ...(patch.end_date !== undefined && { end_date: patch.end_date }),
  ...(patch.sort_order !== undefined && { sort_order: patch.sort_order }),
})

async function emitInitiative(
  tx: Tx,
  member: Member,
  type: 'initiative.saved' | 'initiative.removed',
  id: string,
) {
  const to = await listReaders(tx, member)
  const { workspace_id } = member
  await emit(tx, { type, id, workspace_id }, { to, within: { workspace_id } })
}

/** Runs inside the caller's transaction, without emitting an event. */
export async function addInitiative(tx: Tx, member: Member, wanted: NewInitiative & WithId) {
  const values = { ...readValues(wanted), name: readName(wanted.name) }
  refuseReversed(values.start_date, values.end_date)
  await refuseUnknown(tx, member, wanted, nothing)
  await lockWorkspace(tx, member)
  const first = planSortOrder(undefined, await smallestSortOrder(tx, member))
  const sort_order = wanted.sort_order ?? first
  const { id } = await insertInitiative(tx, member, { ...values, id: wanted.id, sort_order })
  await replaceMembers(tx, id, wanted.member_ids ?? [])
  await replaceProjects(tx, id, [], wanted.project_ids ?? [])
  await replaceEpics(tx, id, [], wanted.epic_ids ?? [])
  return id
}

export const createInitiative = (db: Db, member: Member, wanted: NewInitiative & WithId) =>
  db.transaction().execute(async (tx) => {
    const id = await addInitiative(tx, member, wanted)
    await emitInitiative(tx, member, 'initiative.saved', id)
    return readInitiative(tx, member, id)
  })

/** The patch may depend on the current initiative. */
type Wanted = InitiativePatch | ((initiative: Initiative) => InitiativePatch)

export const changeInitiative = (db: Db, member: Member, id: string, wanted: Wanted) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockInitiative(tx, member, id)
    if (!locked) throw notFound()
    if (!canChangeInitiative(member, locked)) throw forbidden()
    const patch = typeof wanted === 'function' ? wanted(locked) : wanted
    const values = readValues(patch)
    const { start_date = locked.start_date, end_date = locked.end_date } = values
    refuseReversed(start_date, end_date)
    await refuseUnknown(tx, member, patch, locked)
    await updateInitiative(tx, member, id, values)
    if (patch.member_ids) await replaceMembers(tx, id, patch.member_ids)
    if (patch.project_ids) await replaceProjects(tx, id, locked.project_ids, patch.project_ids)
    if (patch.epic_ids) await replaceEpics(tx, id, locked.epic_ids, patch.epic_ids)
    await emitInitiative(tx, member, 'initiative.saved', id)
    return readInitiative(tx, member, id)
  })

export const removeInitiative = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockInitiative(tx, member, id)
    if (!locked) throw notFound()
    if (!canRemoveInitiative(member, locked)) throw forbidden()
    await updateInitiative(tx, member, id, { deleted_at: now })
    await emitInitiative(tx, member, 'initiative.removed', id)
  })
