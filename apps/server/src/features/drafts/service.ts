import {
  ADMIN,
  changedPropertyValues,
  type Draft,
  type ItemOfDraft,
  MEMBER,
  type NewDraft,
  type PropertyValues,
  type WithId,
} from '@cairn/contract'
import { moveDraftAssets, savePictures } from '#features/assets/service.ts'
import {
  addPlanned,
  enterProject,
  pickType,
  readBinary,
  readHtml,
  refuseReversedDates,
  resolveParent,
  resolveProperties,
} from '#features/work-items/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import {
  type DraftChange,
  deleteDraft,
  findDraft,
  insertDraft,
  lockDraft,
  updateDraft,
} from './queries.ts'

export { listDrafts } from './list.ts'

export async function readDraft(db: Db, member: Member, id: string): Promise<Draft> {
  const draft = await findDraft(db, member, id)
  if (!draft) throw notFound()
  return draft
}

/** The draft's project; null: none yet. */
async function findProject(tx: Tx, member: Member, project_id: string | null) {
  if (!project_id) return null
  const place = await enterProject(tx, member, project_id)
  if (place) return place
  throw badRequest({ project_id: [`Invalid pk "${project_id}" - object does not exist.`] })
}

/** Fields that need no project. */
function readPlain(wanted: NewDraft): DraftChange {
  const { name, priority, sort_order, external_source, external_id } = wanted
  const { start_date, target_date, description_html, description, description_binary } = wanted
  return {
    ...(name !== undefined && { name: name?.trim() ?? null }),
    ...(priority !== undefined && { priority }),
    ...(sort_order !== undefined && { sort_order }),
    ...(external_source !== undefined && { external_source }),
    ...(external_id !== undefined && { external_id }),
    ...(start_date !== undefined && { start_date }),
    ...(target_date !== undefined && { target_date }),
    ...(description_html !== undefined && readHtml(description_html)),
    ...(description !== undefined && { description: JSON.stringify(description) }),
    ...(description_binary !== undefined && {
      description_binary: readBinary(description_binary),
    }),
  }
}

/** Checked when it becomes an item; those of other types are hidden until then. */
const readValues = (before: PropertyValues, { property_values }: NewDraft): DraftChange =>
  property_values === undefined
    ? {}
    : { property_values: JSON.stringify(changedPropertyValues(before, property_values)) }

const idsOf = (named: readonly { id: string }[]) => named.map(({ id }) => id)

/** Fields that belong to a project; without one there is nothing to resolve. */
async function readPlaced(
  tx: Tx,
  place: ProjectMember | null,
  wanted: NewDraft,
): Promise<DraftChange> {
  if (!place) return {}
  const { state_id, estimate_point, label_ids, assignee_ids, module_ids } = wanted
  const { parent_id, type_id, cycle_id } = wanted
  const chosen = await resolveProperties(tx, place, {
    ...(state_id !== undefined && { state_id }),
    ...(estimate_point !== undefined && { estimate_point }),
    ...(cycle_id !== undefined && { cycle_id }),
    ...(label_ids !== undefined && { label_ids }),
    ...(assignee_ids !== undefined && { assignee_ids }),
    ...(module_ids !== undefined && { module_ids: module_ids ?? [] }),
  })
  const parent = parent_id ? await resolveParent(tx, place, parent_id) : null
  const type = type_id ? await pickType(tx, place, type_id) : null
  return {
    ...(chosen.state && { state_id: chosen.state.id }),
    ...(estimate_point !== undefined && { estimate_point: chosen.point?.id ?? null }),
    ...(cycle_id !== undefined && { cycle_id: chosen.cycle?.id ?? null }),
    ...(label_ids !== undefined && { label_ids: idsOf(chosen.labels) }),
    ...(assignee_ids !== undefined && { assignee_ids: idsOf(chosen.people) }),
    ...(module_ids !== undefined && { module_ids: idsOf(chosen.modules) }),
    ...(parent_id !== undefined && { parent_id: parent?.id ?? null }),
    ...(type_id !== undefined && { type_id: type?.id ?? null }),
  }
}

/** After a change of project, fields that belong to a project are cleared. */
const unplaced: DraftChange = {
  ...{ state_id: null, parent_id: null, estimate_point: null, type_id: null, cycle_id: null },
  ...{ module_ids: [], label_ids: [] },
}

const emitDraft = (tx: Tx, { user_id, workspace_id }: Member, draft: Draft) =>
  emit(tx, { type: 'draft.saved', draft }, { to: [user_id], within: { workspace_id } })

export const createDraft = (db: Db, member: Member, { id: chosen, ...wanted }: NewDraft & WithId) =>
  db.transaction().execute(async (tx) => {
    const { project_id = null, state_id = null } = wanted
    refuseReversedDates(wanted.start_date, wanted.target_date)
    const place = await findProject(tx, member, project_id)
    const placed = await readPlaced(tx, place, { ...wanted, state_id })
    const { id } = await insertDraft(tx, member, { id: chosen, project_id })
    const values = readValues({}, wanted)
    const change = { sort_order: 65535, ...readPlain(wanted), ...values, ...placed }
    await updateDraft(tx, member, id, change, { isNew: true })
    const draft = await readDraft(tx, member, id)
    const html = { before: '', after: draft.description_html }
    await savePictures(tx, member, { draft_issue_id: id, project_id }, html)
    await emitDraft(tx, member, draft)
    return draft
  })

export const changeDraft = (db: Db, member: Member, id: string, patch: NewDraft) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockDraft(tx, member, id)
    if (!locked) throw notFound({ error: 'Issue not found' })
    const { start_date = locked.start_date, target_date = locked.target_date } = patch
    refuseReversedDates(start_date, target_date)
    const { project_id = locked.project_id } = patch
    const moves = project_id !== locked.project_id
    // Users who left the project may still edit it.
    const place =
      project_id && !moves
        ? ((await enterProject(tx, member, project_id)) ?? null)
        : await findProject(tx, member, project_id)
    const { state_id = null } = patch
    const placed = await readPlaced(tx, place, moves ? { ...patch, state_id } : patch)
    const values = readValues(locked.property_values, patch)
    const apart = moves && { project_id, ...unplaced }
    const change = { ...readPlain(patch), ...values, ...apart, ...placed }
    await updateDraft(tx, member, id, change)
    const draft = await readDraft(tx, member, id)
    const html = { before: locked.description_html, after: draft.description_html }
    await savePictures(tx, member, { draft_issue_id: id, project_id }, html)
    await emitDraft(tx, member, draft)
  })

export const removeDraft = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    const gone = await deleteDraft(tx, member, id, member.workspace_role === ADMIN)
    if (!gone) throw notFound()
    const { created_by } = gone
    if (created_by)
      await emit(tx, { type: 'draft.removed', id }, { to: [created_by], within: null })
  })

/** Creates the item as finally written, with the pictures of its draft. */
export const turnIntoItem = (db: Db, member: Member, id: string, body: ItemOfDraft) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockDraft(tx, member, id)
    if (!locked) throw notFound()
    if (!locked.project_id) {
      throw badRequest({ error: 'Project is required to create an issue.' })
    }
    const place = await enterProject(tx, member, locked.project_id)
    if (!place || place.project_role < MEMBER) throw forbidden()
    const { cycle_id, module_ids, ...wanted } = body
    const planned = { cycle_id, module_ids: module_ids ?? undefined }
    const item = await addPlanned(tx, place, wanted, planned)
    await moveDraftAssets(tx, place, locked.id, item.id)
    await deleteDraft(tx, member, locked.id, false)
    await emit(tx, { type: 'draft.removed', id: locked.id }, { to: [member.user_id], within: null })
    return item
  })
