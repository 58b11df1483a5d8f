import type { Day } from '@cairn/calendar'
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
import { findTriageState } from '#features/states/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { conflict, duplicate, forbidden, notFound } from '#kernel/http/errors.ts'
import { epicType } from '#product/epic-type-queries.ts'
import { idempotent } from '#product/idempotency-queries.ts'
import { todayOf } from '#product/list-readers.ts'
import { added, created, deleted, record } from './activities.ts'
import {
  applyPatch,
  type ExternalRef,
  findReferences,
  readContent,
  saveText,
  toId,
} from './apply-patch.ts'
import { changeLocked } from './bulk.ts'
import { changeAtOnce } from './change-at-once.ts'
import { createAtOnce } from './create-at-once.ts'
import { emitSavedItems } from './emit.ts'
import { findDefaultAssignee, findDefaultType } from './field-queries.ts'
import { pickState, readName, refuseReversedDates } from './fields.ts'
import { subscribe } from './follower-queries.ts'
import {
  addBelow,
  madeFrom,
  type Prepared,
  prepareItems,
  readItemTemplate,
  type Template,
  withoutLost,
} from './from-template.ts'
import { resolveAssignees, resolveLabels } from './people-and-labels.ts'
import { type PropertyRules, resolveValues, saveValues } from './property-values.ts'
import {
  detachChildren,
  findRow,
  insertWorkItem,
  type Locked,
  lockWorkItem,
  removeTrees,
  replaceAssignees,
  replaceLabels,
} from './queries.ts'
import type { Kind } from './read.ts'
import { saveChildren } from './undelete-queries.ts'

export { todayOf } from '#product/list-readers.ts'
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
export { applyPatch, type ExternalRef } from './apply-patch.ts'
export { archiveItem, restoreItem } from './archive.ts'
export { archiveForgotten, closeForgotten } from './automation.ts'
export { changeLocked, cycleMove } from './bulk.ts'
export { resolveProperties } from './bulk-properties.ts'
export { shareCycle } from './bulk-queries.ts'
export { foldFacets } from './cached-count-queries.ts'
export { cachedResponse } from './cached-response.ts'
export {
  archivedItems,
  epicsOfWorkspace,
  includingEpics,
  itemsMeeting,
  itemsOfCycle,
  itemsOfModule,
  itemsOfProjects,
  itemsOfTeam,
  itemsOfView,
  narrowedTo,
  projectItems,
  workspaceItems,
} from './contexts.ts'
export { storeDescription, workItemDocuments } from './description.ts'
export { lockForDiscussion } from './discussion.ts'
export { emitSavedItems } from './emit.ts'
export { emittedItem } from './event-queries.ts'
export { pickState, pickType, readBinary, readHtml, refuseReversedDates } from './fields.ts'
export { activeAmong, subscribe, subscribeMentioned } from './follower-queries.ts'
export { mentionsIn } from './followers.ts'
export { itemsOfTree, listTree } from './from-template.ts'
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
} from './list.ts'
export { listWithRelations } from './list-with-relations.ts'
export { enterProject } from './other-project.ts'
export { resolveParent } from './parents.ts'
export { foldPropertyCounts } from './property-count-queries.ts'
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
export { findKey, type Kind, openItem, openVisible, readMany } from './read.ts'
export { addRelations } from './relation-queries.ts'
export { retypeMany, retypeValues } from './retype.ts'
export { type SeedItem, seedWorkItems } from './seed-queries.ts'
export { lockToAttach, touchItem } from './touch.ts'
export { undeleteMany } from './undelete.ts'
export { returnToCycle } from './undelete-queries.ts'

export async function readRow(tx: Tx, member: ProjectMember, id: string): Promise<WorkItem> {
  const row = await findRow(tx, member, id)
  if (!row) throw notFound()
  return row
}

/** Two items of one project cannot have the same external id and source. */
export const pairTaken = duplicate(
  'work_items_external_key',
  conflict({ error: 'Issue with the same external id and external source already exists' }),
)

export async function createWorkItem(
  db: Db,
  member: ProjectMember,
  { plan = {}, template_id, ...wanted }: PlannedItem & WithId & ExternalRef,
  { epic = false, key }: { epic?: boolean; key?: string | undefined } = {},
) {
  const made =
    epic || template_id
      ? undefined
      : await createAtOnce(db, member, { ...wanted, plan }, key).catch(pairTaken)
  if (made) return { ...made, deleted_at: null }
  return db
    .transaction()
    .execute((tx) =>
      idempotent(tx, member, key, {
        create: () =>
          epic
            ? addWorkItem(tx, member, wanted, { epic })
            : template_id
              ? addWithSubItems(tx, member, { wanted, plan, template_id })
              : addPlanned(tx, member, wanted, plan),
        find: async (id) => ({ ...(await readRow(tx, member, id)), deleted_at: null }),
      }),
    )
    .catch(pairTaken)
}

/** The item as the user filled it in, with the sub-items of the template it began with. */
async function addWithSubItems(
  tx: Tx,
  member: ProjectMember,
  asked: { wanted: NewWorkItem & WithId & ExternalRef; plan: Plan; template_id: string },
) {
  const template = await readItemTemplate(tx, member, asked.template_id)
  const prepared = await prepareItems(tx, member, template.items, todayOf(member))
  const [first] = prepared
  if (!first) throw notFound()
  const { wanted, plan } = withoutLost(first, asked)
  const item = await addPlanned(tx, member, wanted, plan, { copied: first.wanted.property_values })
  const root = { id: item.id, template, prepared }
  await addBelow(tx, member, addCopied, root, madeFrom(template, 'template'))
  return { ...item, ...(await readRow(tx, member, item.id)) }
}

/** Creates an item and its sub-items as a template says. */
export async function addFromTemplate(
  tx: Tx,
  member: ProjectMember,
  template: Template,
  { today, field }: { today: Day; field: 'template' | 'recurrence' },
): Promise<string> {
  const prepared = await prepareItems(tx, member, template.items, today)
  const [first] = prepared
  if (!first) throw notFound()
  const { id } = await addCopied(tx, member, first)
  const root = { id, template, prepared }
  await addBelow(tx, member, addCopied, root, madeFrom(template, field))
  return id
}

/** Nobody is asked for what a type requires: its defaults are filled in. */
const addCopied = (tx: Tx, member: ProjectMember, { wanted, plan }: Prepared) =>
  addPlanned(tx, member, wanted, plan, { copied: wanted.property_values, asksRequired: false })

/** Creates an item and adds it to its cycle and modules: all of it, or nothing. */
export async function addPlanned(
  tx: Tx,
  member: ProjectMember,
  wanted: NewWorkItem & WithId & ExternalRef,
  { cycle_id, module_ids }: Plan,
  options: AddOptions = {},
) {
  const item = await addWorkItem(tx, member, wanted, options)
  if (!cycle_id && !module_ids?.length) return item
  await changeLocked(tx, member, [item.id], {
    ...(cycle_id && { cycle_id }),
    ...(module_ids && { module_ids }),
  })
  return { ...item, ...(await readRow(tx, member, item.id)) }
}

interface AddOptions extends Pick<PropertyRules, 'asksRequired' | 'copied'> {
  epic?: boolean
  waiting?: boolean
}

/** Creates an item inside the caller's transaction; a `waiting` one is pending in intake. */
export async function addWorkItem(
  tx: Tx,
  member: ProjectMember,
  wanted: NewWorkItem & WithId & ExternalRef,
  { epic = false, waiting = false, asksRequired = !waiting, copied }: AddOptions = {},
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
  const type_id = epic
    ? await epicType(tx, member)
    : (named.type?.id ?? (await findDefaultType(tx, member)))
  const asked = await resolveAssignees(tx, member, wanted.assignee_ids ?? [])
  const people = asked.length > 0 ? asked : await findDefaultAssignee(tx, member)
  const labels = await resolveLabels(tx, member, wanted.label_ids ?? [])
  const { id = crypto.randomUUID(), property_values } = wanted
  const valued = { id, type_id, property_values: {} }
  // Who reports something in intake is not asked.
  const rules = { isNew: true, asksRequired, copied }
  const values = await resolveValues(tx, member, [valued], { property_values }, rules)
  // Last, because it blocks the next create.
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
  await saveValues(tx, member, values.values())
  await subscribe(tx, member, id, [member.user_id, ...people.map(toId)])
  await saveText(tx, member, id, { before: '', after: description.description_html })
  const assigned = people.map((person) => added('assignees', 'added assignee ', person))
  await record(tx, member, id, [created, ...assigned])
  const work_item = await readRow(tx, member, id)
  await emitSavedItems(tx, member, [id])
  return { ...work_item, deleted_at: null }
}

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

/** Changes an item and adds it to modules: all of it, or nothing. */
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
