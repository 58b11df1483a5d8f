import {
  ACCEPTED,
  canChangeIntakeItem,
  canDecideIntake,
  GUEST,
  type IntakeEdits,
  type IntakeItemDetail,
  type IntakeItemPatch,
  isOpenInIntake,
  type NewIntakeItem,
  type NewWorkItem,
  priorities,
  type WithId,
} from '@cairn/contract'
import { pageVersions, readVersion } from '#features/description-versions/service.ts'
import { findDefaultState } from '#features/states/service.ts'
import {
  type Activity,
  addWorkItem,
  applyPatch,
  changeLocked,
  deleted,
  lockForChange,
  lockWorkItem,
  openItem,
  pickState,
  record,
  removeTrees,
  touchItem,
} from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { readDecision, type Standing, statusNames } from './decision.ts'
import { emitIntakeItem } from './emit.ts'
import { readFirst } from './intakes.ts'
import { listIntakeItems } from './list.ts'
import {
  type ExternalRef,
  findIntakeItem,
  findOriginal,
  insertIntakeItem,
  lockIntakeItem,
  updateIntakeItem,
} from './queries.ts'

export { intakeDocuments } from './documents.ts'
export { changeIntake, createIntake, readFirst, readIntake, removeIntake } from './intakes.ts'
export { findIntake, findIntakeItem } from './queries.ts'
export { wakeSnoozed } from './wake.ts'

export async function readList(
  db: Db,
  member: ProjectMember,
  query: Parameters<typeof listIntakeItems>[2],
) {
  await readFirst(db, member)
  return listIntakeItems(db, member, query)
}

export async function readIntakeItem(
  db: Db,
  member: ProjectMember,
  id: string,
): Promise<IntakeItemDetail> {
  const item = await findIntakeItem(db, member, id)
  if (!item) throw notFound()
  const issue = await openItem(db, member, id)
  const { duplicate_to } = item
  const duplicate_issue_detail = duplicate_to ? await findOriginal(db, member, duplicate_to) : null
  return { ...item, duplicate_issue_detail, issue }
}

/** Emits the item and returns it for the response. */
async function emitAndRead(tx: Tx, member: ProjectMember, id: string) {
  const item = await findIntakeItem(tx, member, id)
  if (item) await emitIntakeItem(tx, member, item)
  return readIntakeItem(tx, member, id)
}

function readNew({ issue = {} }: NewIntakeItem): NewWorkItem & WithId {
  const { name, priority, ...rest } = issue
  if (!name?.trim()) throw badRequest({ error: 'Name is required' })
  if (priority === undefined) return { ...rest, name }
  const known = priorities.find((one) => one === priority)
  if (!known) throw badRequest({ error: 'Invalid priority' })
  return { ...rest, name, priority: known }
}

export const createIntakeItem = (
  db: Db,
  member: ProjectMember,
  body: NewIntakeItem,
  external?: ExternalRef,
) =>
  db.transaction().execute(async (tx) => {
    const wanted = readNew(body)
    const intake = await readFirst(tx, member)
    const { id } = await addWorkItem(tx, member, wanted, { waiting: true })
    await insertIntakeItem(tx, member, intake.id, id, external)
    return emitAndRead(tx, member, id)
  })

/** Guests may change only the name and description of items they created. */
function readEdits({ project_role }: ProjectMember, edits: IntakeEdits): IntakeEdits {
  if (project_role > GUEST) return edits
  const { name, description_html, description } = edits
  return {
    ...(name !== undefined && { name }),
    ...(description_html !== undefined && { description_html }),
    ...(description !== undefined && { description }),
  }
}

function refuseEdits(member: ProjectMember, author: string | null) {
  if (canChangeIntakeItem(member, { created_by: author })) return
  if (member.project_role > GUEST) throw forbidden()
  throw badRequest({ error: 'You cannot edit intake issues' })
}

const decided = ({ status }: Standing) =>
  badRequest({ error: `This work item is already ${statusNames[status].toLowerCase()}.` })

async function lockWaiting(tx: Tx, member: ProjectMember, id: string) {
  const locked = await lockWorkItem(tx, member, id, { archivedToo: false, waiting: true })
  if (!locked) throw notFound()
  return locked
}

/** A requested state is ignored: the item stays in triage until it is accepted. */
async function editWaiting(tx: Tx, member: ProjectMember, id: string, edits: IntakeEdits) {
  const { state_id, cycle_id, module_ids, ...patch } = edits
  if (state_id) await pickState(tx, member, state_id)
  await applyPatch(tx, member, await lockWaiting(tx, member, id), patch)
}

/** Makes it a regular item of the project, with the edits in the request. */
async function accept(tx: Tx, member: ProjectMember, id: string, edits: IntakeEdits) {
  const { cycle_id, module_ids, ...patch } = edits
  const state_id = patch.state_id ?? (await findDefaultState(tx, member)).id
  await applyPatch(tx, member, await lockWaiting(tx, member, id), { ...patch, state_id })
  if (!cycle_id && !module_ids?.length) return
  await changeLocked(tx, member, [id], {
    ...(cycle_id && { cycle_id }),
    ...(module_ids && { module_ids }),
  })
}

async function refuseForeign(tx: Tx, member: ProjectMember, id: string, original: string | null) {
  if (!original) return
  const found = original === id ? null : await findOriginal(tx, member, original)
  if (found) return
  const sentence = `Invalid pk "${original}" - object does not exist.`
  throw badRequest({ duplicate_to: [sentence] })
}

const decision = (before: Standing, { status }: Standing): Activity => ({
  verb: `${status}`,
  field: 'intake',
  comment: 'updated the intake status',
  old_value: statusNames[before.status],
  new_value: statusNames[status],
})

/** What API clients may correct about an item's source. */
interface Origin {
  source?: string
  source_email?: string | null
}

const isNoName = (field: string) => field !== 'name'

/**
 * Edits and decision are applied together or not at all. A decided item only allows, with
 * `mayBeDecided`, changes of its name and source.
 */
export const changeIntakeItem = (
  db: Db,
  member: ProjectMember,
  id: string,
  { issue, ...patch }: IntakeItemPatch,
  origin: Origin = {},
  { mayBeDecided = false } = {},
) =>
  db.transaction().execute(async (tx) => {
    const before = await lockIntakeItem(tx, member, id)
    if (!before) throw notFound()
    const decides = Object.keys(patch).length > 0 || Object.keys(origin).length > 0
    if (decides && !canDecideIntake(member)) throw forbidden()
    const after = readDecision(patch, before)
    const accepts = after?.status === ACCEPTED
    // Users who accept an item may edit it.
    if (issue && !accepts) refuseEdits(member, before.author)
    if (!isOpenInIntake(before)) {
      const isDecision = after !== undefined || Object.keys(issue ?? {}).some(isNoName)
      if (!mayBeDecided || isDecision) throw decided(before)
    }
    if (after) await refuseForeign(tx, member, id, after.duplicate_to)
    if (accepts) await accept(tx, member, id, issue ?? {})
    else if (issue && before.status === ACCEPTED) {
      await applyPatch(tx, member, await lockForChange(tx, member, id), issue)
    } else if (issue) await editWaiting(tx, member, id, readEdits(member, issue))
    if (Object.keys(origin).length > 0) await updateIntakeItem(tx, member, id, origin)
    if (after) {
      await updateIntakeItem(tx, member, id, after)
      if (!accepts) await touchItem(tx, member, id)
      if (after.status !== before.status) await record(tx, member, id, [decision(before, after)])
    }
    return emitAndRead(tx, member, id)
  })

/** An accepted item stays in the project; any other is deleted with its intake row. */
export const removeIntakeItem = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockIntakeItem(tx, member, id)
    if (!locked) throw notFound()
    if (!canChangeIntakeItem(member, { created_by: locked.author })) throw forbidden()
    await updateIntakeItem(tx, member, id, { deleted_at: now })
    if (locked.status !== ACCEPTED) {
      await removeTrees(tx, member, [id])
      await record(tx, member, id, [deleted])
    }
    const { workspace_id, project_id } = member
    const audience = { workspace_id, project_id, author_id: locked.author }
    await emit(tx, { type: 'intake_item.removed', issue: id, project_id }, audience)
  })

async function refuseOthers(db: Db, member: ProjectMember, id: string) {
  if (!(await findIntakeItem(db, member, id))) throw notFound()
}

export async function pageDescriptions(
  db: Db,
  member: ProjectMember,
  id: string,
  cursor: string | undefined,
) {
  await refuseOthers(db, member, id)
  return pageVersions(db, member, id, cursor, 'issues')
}

export async function readDescription(
  db: Db,
  member: ProjectMember,
  params: { id: string; version_id: string },
) {
  await refuseOthers(db, member, params.id)
  return readVersion(db, member, params, 'issues')
}
