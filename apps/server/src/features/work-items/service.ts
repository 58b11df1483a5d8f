import {
  canChangeWorkItem,
  canRemoveWorkItem,
  MEMBER,
  type NewWorkItem,
  type Plan,
  type PlannedItem,
  type WithId,
  type WorkItem,
  type WorkItemPatch,
} from '@cairn/contract'
import { savePictures } from '#features/assets/service.ts'
import { findTriageState } from '#features/states/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { conflict, duplicate, forbidden, notFound } from '#kernel/http/errors.ts'
import { epicType } from '#product/epic-type-queries.ts'
import { idempotent } from '#product/idempotency-queries.ts'
import { type Activity, added, created, deleted, record } from './activities.ts'
import { continueDescription } from './activity-queries.ts'
import { changeLocked } from './bulk.ts'
import { changeAtOnce } from './change-at-once.ts'
import { describeChange } from './changes.ts'
import { emitSavedItems } from './emit.ts'
import { findDefaultAssignee } from './field-queries.ts'
import {
  pickEstimatePoint,
  pickState,
  pickType,
  readBinary,
  readHtml,
  readName,
  refuseReversedDates,
} from './fields.ts'
import { subscribe } from './follower-queries.ts'
import { saveMentions } from './followers.ts'
import { resolveParent } from './parents.ts'
import { type PeopleAndLabels, resolveAssignees, resolveLabels } from './people-and-labels.ts'
import {
  detachChildren,
  findLastInState,
  findRow,
  insertWorkItem,
  type Locked,
  lockWorkItem,
  removeTrees,
  replaceAssignees,
  replaceLabels,
  updateWorkItem,
  type WorkItemChange,
} from './queries.ts'
import type { Kind } from './read.ts'
import { saveChildren } from './undelete-queries.ts'
import { saveVersion } from './version-queries.ts'

export {
  type Activity,
  changed,
  deleted,
  estimateChange,
  record,
  recordAll,
  removed,
} from './activities.ts'
export { type AddedItem, addMany, takeBackMany } from './add-many.ts'
export { archiveItem, restoreItem } from './archive.ts'
export { archiveForgotten, closeForgotten } from './automation.ts'
export { changeLocked, cycleMove } from './bulk.ts'
export { resolveProperties } from './bulk-properties.ts'
export { foldFacets } from './cached-count-queries.ts'
export { cachedResponse } from './cached-response.ts'
export {
  archivedItems,
  includingEpics,
  itemsMeeting,
  itemsOfCycle,
  itemsOfModule,
  itemsOfTeam,
  itemsOfView,
  narrowedTo,
  projectItems,
  workspaceItems,
} from './contexts.ts'
export { lockForDiscussion } from './discussion.ts'
export { emitSavedItems } from './emit.ts'
export { emittedItem } from './event-queries.ts'
export { pickState, pickType, readBinary, readHtml, refuseReversedDates } from './fields.ts'
export { activeAmong, subscribe, subscribeMentioned } from './follower-queries.ts'
export { mentionsIn } from './followers.ts'
export {
  answerItems,
  type Context,
  countAsked,
  countItems,
  itemsFor,
  listItems,
  rawJson,
  readItems,
  readParams,
  sumAsked,
  sumByDay,
  todayOf,
} from './list.ts'
export { enterProject } from './other-project.ts'
export { resolveParent } from './parents.ts'
export {
  findDetail,
  findRow,
  findRows,
  foldCounts,
  type Locked,
  lockMany,
  lockWorkItem,
  nextMoment,
  removeTrees,
  updateWorkItems,
} from './queries.ts'
export { findKey, type Kind, openItem, openVisible } from './read.ts'
export { addRelations } from './relation-queries.ts'
export { type SeedItem, seedWorkItems } from './seed-queries.ts'
export { lockToAttach, touchItem } from './touch.ts'
export { undeleteMany } from './undelete.ts'
export { returnToCycle } from './undelete-queries.ts'

export async function readRow(tx: Tx, member: ProjectMember, id: string): Promise<WorkItem> {
  const row = await findRow(tx, member, id)
  if (!row) throw notFound()
  return row
}

/** What programs say of an item besides. */
export interface ExternalRef {
  point?: number | null
  /** Of what was made elsewhere: by whom, and when. */
  author_id?: string | undefined
  made_at?: string | undefined
}

/** Two of one project cannot come from the same place. */
export const pairTaken = duplicate(
  'work_items_external_key',
  conflict({ error: 'Issue with the same external id and external source already exists' }),
)

/** What a create or a change names by id, found. */
async function findReferences(
  tx: Tx,
  member: ProjectMember,
  wanted: Pick<NewWorkItem, 'parent_id' | 'estimate_point' | 'type_id'>,
  child?: { id: string; is_epic: boolean },
) {
  const { parent_id, estimate_point, type_id } = wanted
  return {
    point: estimate_point ? await pickEstimatePoint(tx, member, estimate_point) : undefined,
    type: type_id && !child?.is_epic ? await pickType(tx, member, type_id) : undefined,
    parent: parent_id ? await resolveParent(tx, member, parent_id, child) : undefined,
  }
}

/** Text and what else only the server may shape, as far as it was sent. */
const readContent = ({
  description_html,
  description,
  description_binary,
}: Pick<NewWorkItem, 'description_html' | 'description' | 'description_binary'>) => ({
  ...(description_html !== undefined && readHtml(description_html)),
  ...(description !== undefined && { description: JSON.stringify(description) }),
  ...(description_binary !== undefined && { description_binary: readBinary(description_binary) }),
})

export const createWorkItem = (
  db: Db,
  member: ProjectMember,
  { plan = {}, ...wanted }: PlannedItem & WithId & ExternalRef,
  { epic = false, key }: { epic?: boolean; key?: string | undefined } = {},
) =>
  db
    .transaction()
    .execute((tx) =>
      idempotent(tx, member, key, {
        create: () =>
          epic ? addWorkItem(tx, member, wanted, { epic }) : addPlanned(tx, member, wanted, plan),
        find: async (id) => ({ ...(await readRow(tx, member, id)), deleted_at: null }),
      }),
    )
    .catch(pairTaken)

/** Creates an item and puts it where it is planned: all of it, or nothing. */
export async function addPlanned(
  tx: Tx,
  member: ProjectMember,
  wanted: NewWorkItem & WithId & ExternalRef,
  { cycle_id, module_ids }: Plan,
) {
  const item = await addWorkItem(tx, member, wanted)
  if (!cycle_id && !module_ids?.length) return item
  await changeLocked(tx, member, [item.id], {
    ...(cycle_id && { cycle_id }),
    ...(module_ids && { module_ids }),
  })
  return { ...item, ...(await readRow(tx, member, item.id)) }
}

/** Creates an item inside whatever else is being done; a `waiting` one for intake to decide on. */
export async function addWorkItem(
  tx: Tx,
  member: ProjectMember,
  wanted: NewWorkItem & WithId & ExternalRef,
  { epic = false, waiting = false }: { epic?: boolean; waiting?: boolean } = {},
) {
  const { priority = 'none', start_date = null, target_date = null, sort_order = 65535 } = wanted
  const { external_source = null, external_id = null, point = null } = wanted
  refuseReversedDates(start_date, target_date)
  const name = readName(wanted.name)
  const content = readContent({ ...wanted, description_html: wanted.description_html ?? '<p></p>' })
  const description = { description_html: '<p></p>', description_stripped: null, ...content }
  const picked = await pickState(tx, member, wanted.state_id)
  const state = waiting ? await findTriageState(tx, member) : picked
  const named = await findReferences(
    tx,
    member,
    epic ? { ...wanted, parent_id: null, type_id: null } : wanted,
  )
  const type_id = epic ? await epicType(tx, member) : (named.type?.id ?? null)
  const asked = await resolveAssignees(tx, member, wanted.assignee_ids ?? [])
  const people = asked.length > 0 ? asked : await findDefaultAssignee(tx, member)
  const labels = await resolveLabels(tx, member, wanted.label_ids ?? [])
  const { id = crypto.randomUUID() } = wanted
  // Last, because it makes the next create wait.
  await insertWorkItem(tx, member, {
    ...{ id, name, ...description, priority, start_date, target_date, sort_order },
    ...{ external_source, external_id, point, state_id: state.id, type_id, is_epic: epic },
    in_triage: waiting,
    author_id: wanted.author_id,
    made_at: wanted.made_at,
    parent_id: named.parent?.id ?? null,
    estimate_point: named.point?.id ?? null,
    completed: state.group === 'completed',
  })
  if (people.length > 0) await replaceAssignees(tx, id, people.map(toId))
  if (labels.length > 0) await replaceLabels(tx, id, labels.map(toId))
  await subscribe(tx, member, id, [member.user_id, ...people.map(toId)])
  const text = { before: '', after: description.description_html }
  await saveMentions(tx, member, id, text)
  await savePictures(tx, member, { work_item_id: id, project_id: member.project_id }, text)
  await saveVersion(tx, member, id)
  const assigned = people.map((person) => added('assignees', 'added assignee ', person))
  await record(tx, member, id, [created, ...assigned])
  const work_item = await readRow(tx, member, id)
  await emitSavedItems(tx, member, [id])
  return { ...work_item, deleted_at: null }
}

const toId = ({ id }: { id: string }) => id

export async function lockForChange(
  tx: Tx,
  member: ProjectMember,
  id: string,
  kind?: Kind,
): Promise<Locked> {
  const locked = await lockWorkItem(tx, member, id, { archivedToo: false, kind })
  if (!locked) throw notFound({ error: 'Issue not found' })
  if (!canChangeWorkItem(member, locked)) throw forbidden()
  return locked
}

/** `completed_at` follows the group: set on entering, cleared on leaving, kept in between. */
function completion(locked: Locked, to: string): Pick<WorkItemChange, 'completed_at'> {
  const was = locked.state__group === 'completed'
  if (!was && to === 'completed') return { completed_at: locked.moment }
  return was && to !== 'completed' ? { completed_at: null } : {}
}

export async function changeWorkItem(
  db: Db,
  member: ProjectMember,
  id: string,
  patch: WorkItemPatch & Pick<ExternalRef, 'point'>,
  kind?: Kind,
): Promise<void> {
  if (await changeAtOnce(db, member, id, patch, kind)) return
  await db
    .transaction()
    .execute(async (tx) => {
      const locked = await lockForChange(tx, member, id, kind)
      await applyPatch(tx, member, locked, patch)
    })
    .catch(pairTaken)
}

/** Changes an item and puts it into modules besides: all of it, or nothing. */
export const changePlanned = (
  db: Db,
  member: ProjectMember,
  id: string,
  patch: WorkItemPatch & Pick<ExternalRef, 'point'>,
  module_ids: string[],
) =>
  db
    .transaction()
    .execute(async (tx) => {
      const locked = await lockForChange(tx, member, id)
      if (member.project_role < MEMBER) throw forbidden()
      if (Object.keys(patch).length > 0) await applyPatch(tx, member, locked, patch)
      await changeLocked(tx, member, [id], { module_ids })
    })
    .catch(pairTaken)

/** Changes an item that is held, with its history, followers and event. */
export async function applyPatch(
  tx: Tx,
  member: ProjectMember,
  locked: Locked,
  patch: WorkItemPatch & Pick<ExternalRef, 'point'>,
): Promise<void> {
  const { id } = locked
  refuseReversedDates(
    patch.start_date === undefined ? locked.start_date : patch.start_date,
    patch.target_date === undefined ? locked.target_date : patch.target_date,
  )
  const { state_id, label_ids, assignee_ids, name, type_id, ...rest } = patch
  const { description_html, description, description_binary, ...plain } = rest
  const state = state_id === undefined ? undefined : await pickState(tx, member, state_id)
  const named = await findReferences(tx, member, patch, locked)
  const content = readContent(patch)
  const change: WorkItemChange = {
    ...plain,
    ...content,
    ...(name !== undefined && { name: readName(name) }),
    ...(type_id !== undefined && !locked.is_epic && { type_id }),
    ...(state && { state_id: state.id, ...completion(locked, state.group) }),
    // Out of intake, it comes after the others of its state.
    ...(state &&
      locked.state__group === 'triage' && {
        in_triage: false,
        sort_order: await findLastInState(tx, member, state.id, locked.sort_order),
      }),
  }
  const sets: PeopleAndLabels = {
    people: assignee_ids && (await resolveAssignees(tx, member, assignee_ids)),
    labels: label_ids && (await resolveLabels(tx, member, label_ids)),
  }
  await updateWorkItem(tx, member, locked, change)
  if (sets.people) await replaceAssignees(tx, id, sets.people.map(toId))
  if (sets.labels) await replaceLabels(tx, id, sets.labels.map(toId))
  const applied = { change, state, sets, ...named }
  await recordChange(tx, member, locked, await describeChange(tx, member, locked, applied))
  const html = change.description_html
  if (html !== undefined && html !== locked.description_html) {
    const text = { before: locked.description_html, after: html }
    await saveMentions(tx, member, id, text)
    await savePictures(tx, member, { work_item_id: id, project_id: member.project_id }, text)
    await saveVersion(tx, member, id)
  }
  const fresh = sets.people?.map(toId).filter((one) => !locked.assigned_ids.includes(one)) ?? []
  await subscribe(tx, member, id, locked.is_followed ? fresh : [member.user_id, ...fresh])
  await emitSavedItems(tx, member, [id])
}

async function recordChange(tx: Tx, member: ProjectMember, locked: Locked, rows: Activity[]) {
  const text = rows.find(({ field }) => field === 'description')
  const goesOn = text && (await continueDescription(tx, member, locked.id, text.new_value ?? ''))
  await record(tx, member, locked.id, goesOn ? rows.filter((row) => row !== text) : rows)
}

export const removeWorkItem = (db: Db, member: ProjectMember, id: string, kind?: Kind) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockWorkItem(tx, member, id, { archivedToo: true, kind })
    if (!locked) throw notFound()
    if (!canRemoveWorkItem(member, locked)) throw forbidden()
    const { workspace_id, project_id } = member
    if (locked.is_epic) {
      const children = await detachChildren(tx, member, id)
      await saveChildren(
        tx,
        member,
        id,
        children.map((child) => child.id),
      )
      for (const child of children) {
        await emitSavedItems(tx, { ...member, project_id: child.project_id }, [child.id])
      }
    }
    for (const gone of await removeTrees(tx, member, [id])) {
      await record(tx, member, gone.id, [deleted])
      const audience = { workspace_id, project_id, author_id: gone.created_by }
      await emit(tx, { type: 'work_item.removed', id: gone.id, project_id }, audience)
    }
  })
