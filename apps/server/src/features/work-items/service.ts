import {
  canChangeWorkItem,
  canRemoveWorkItem,
  type NewWorkItem,
  type WorkItem,
  type WorkItemPatch,
} from '@cairn/contract'
import { findDefaultState, findState } from '#features/states/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { stripHtml } from '#kernel/html/strip.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { added, created, deleted, record } from './activities.ts'
import { describeChange, rowAfter } from './changes.ts'
import { type PeopleAndLabels, resolveAssignees, resolveLabels } from './people-and-labels.ts'
import {
  findDetail,
  findRow,
  type Held,
  holdWorkItem,
  insertWorkItem,
  removeTree,
  replaceAssignees,
  replaceLabels,
  takeNumber,
  updateWorkItem,
  type WorkItemChange,
} from './queries.ts'

export { foldCounts } from './queries.ts'
export { type SeedItem, seedWorkItems } from './seed.ts'

export async function readWorkItem(db: Db, member: ProjectMember, id: string) {
  const item = await findDetail(db, member, id)
  if (!item) throw notFound()
  if (member.sees_only_own && item.created_by !== member.user_id) {
    throw forbidden({ error: 'You are not allowed to view this issue' })
  }
  return item
}

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

function refuseReversedDates(start: string | null | undefined, target: string | null | undefined) {
  if (start && target && start > target) {
    throw badRequest({ non_field_errors: ['Start date cannot exceed target date'] })
  }
}

const readHtml = (html: string) => {
  const description_html = sanitiseHtml(html)
  return { description_html, description_stripped: stripHtml(description_html) }
}

/** The state asked for, or the project's default. */
async function pickState(db: Db, member: ProjectMember, id: string | null | undefined) {
  if (!id) return findDefaultState(db, member)
  const state = await findState(db, member, id)
  if (state) return state
  const sentence = 'State is not valid please pass a valid state_id'
  throw badRequest({ non_field_errors: [sentence] })
}

const tell = (tx: Tx, { workspace_id, project_id }: ProjectMember, work_item: WorkItem) =>
  emit(
    tx,
    { type: 'work_item.saved', work_item },
    { workspace_id, project_id, author_id: work_item.created_by },
  )

async function readRow(tx: Tx, member: ProjectMember, id: string): Promise<WorkItem> {
  const row = await findRow(tx, member, id)
  if (!row) throw notFound()
  return row
}

export const createWorkItem = (db: Db, member: ProjectMember, wanted: NewWorkItem) =>
  db.transaction().execute(async (tx) => {
    const { priority = 'none', start_date = null, target_date = null } = wanted
    refuseReversedDates(start_date, target_date)
    const name = readName(wanted.name)
    const description = readHtml(wanted.description_html ?? '<p></p>')
    const state = await pickState(tx, member, wanted.state_id)
    const people = await resolveAssignees(tx, member, wanted.assignee_ids ?? [])
    const labels = await resolveLabels(tx, member, wanted.label_ids ?? [])
    // Last, because it makes the next create wait.
    const sequence_id = await takeNumber(tx, member)
    const values = { name, ...description, priority, start_date, target_date, sequence_id }
    const completed = state.group === 'completed'
    const { id } = await insertWorkItem(tx, member, { ...values, state_id: state.id, completed })
    if (people.length > 0) await replaceAssignees(tx, id, people.map(toId))
    if (labels.length > 0) await replaceLabels(tx, id, labels.map(toId))
    const assigned = people.map((person) => added('assignees', 'added assignee ', person))
    await record(tx, member, id, [created, ...assigned])
    const work_item = await readRow(tx, member, id)
    await tell(tx, member, work_item)
    return { ...work_item, deleted_at: null }
  })

const toId = ({ id }: { id: string }) => id

async function holdForChange(tx: Tx, member: ProjectMember, id: string): Promise<Held> {
  const held = await holdWorkItem(tx, member, id, { archivedToo: false })
  if (!held) throw notFound({ error: 'Issue not found' })
  if (!canChangeWorkItem(member, held)) throw forbidden()
  return held
}

/** `completed_at` follows the group: set on entering, cleared on leaving, kept in between. */
function completion(from: string, to: string): Pick<WorkItemChange, 'completed_at'> {
  if (from !== 'completed' && to === 'completed') return { completed_at: now }
  return from === 'completed' && to !== 'completed' ? { completed_at: null } : {}
}

export const changeWorkItem = (db: Db, member: ProjectMember, id: string, patch: WorkItemPatch) =>
  db.transaction().execute(async (tx) => {
    const held = await holdForChange(tx, member, id)
    refuseReversedDates(
      patch.start_date === undefined ? held.start_date : patch.start_date,
      patch.target_date === undefined ? held.target_date : patch.target_date,
    )
    const { state_id, label_ids, assignee_ids, name, description_html, ...plain } = patch
    const state = state_id === undefined ? undefined : await pickState(tx, member, state_id)
    const change: WorkItemChange = {
      ...plain,
      ...(name !== undefined && { name: readName(name) }),
      ...(description_html !== undefined && readHtml(description_html)),
      ...(state && { state_id: state.id, ...completion(held.state__group, state.group) }),
    }
    const sets: PeopleAndLabels = {
      people: assignee_ids && (await resolveAssignees(tx, member, assignee_ids)),
      labels: label_ids && (await resolveLabels(tx, member, label_ids)),
    }
    const written = await updateWorkItem(tx, member, id, change)
    if (sets.people) await replaceAssignees(tx, id, sets.people.map(toId))
    if (sets.labels) await replaceLabels(tx, id, sets.labels.map(toId))
    const applied = { change, state, sets }
    await record(tx, member, id, await describeChange(tx, member, held, applied))
    await tell(tx, member, rowAfter(held, applied, { ...written, updated_by: member.user_id }))
  })

export const removeWorkItem = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const held = await holdWorkItem(tx, member, id, { archivedToo: true })
    if (!held) throw notFound()
    if (!canRemoveWorkItem(member, held)) throw forbidden()
    const { workspace_id, project_id } = member
    for (const gone of await removeTree(tx, member, id)) {
      await record(tx, member, gone.id, [deleted])
      const audience = { workspace_id, project_id, author_id: gone.created_by }
      await emit(tx, { type: 'work_item.removed', id: gone.id, project_id }, audience)
    }
  })
