import { lookup, type WorkItemPatch } from '@cairn/contract'
import type {
  NewWorkItemV1,
  ProjectItemsQueryV1,
  ShapeQuery,
  WorkItemPatchV1,
  WorkItemUpsertV1,
  WorkItemV1,
} from '@cairn/contract/v1'
import {
  archiveItem,
  changePlanned,
  changeWorkItem,
  createWorkItem,
  findKey,
  projectItems,
  removeWorkItem,
} from '#features/work-items/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import {
  badRequest,
  forbidden,
  gateClosed,
  HttpError,
  notFound,
  pageNotFound,
} from '#kernel/http/errors.ts'
import { authorship } from '../../kit/authors.ts'
import { externalTaken, whereTaken } from '../../kit/conflicts.ts'
import { refusedAs } from '../../kit/refusals.ts'
import { isEpicType } from '../types/queries.ts'
import { listWorkItems } from './lists.ts'
import { findIdByExternalId, findItem, findItemByExternalId } from './queries.ts'
import { shownOne } from './shown.ts'
import { toHtml } from './to-html.ts'

async function itemOf(db: Db, member: ProjectMember, id: string): Promise<WorkItemV1> {
  const item = await findItem(db, member, id)
  if (!item) throw notFound()
  return item
}

/** With a complete external pair, returns that single item. */
export async function readItems(db: Db, member: ProjectMember, query: ProjectItemsQueryV1) {
  const { external_id, external_source } = query
  if (!external_id || !external_source) {
    return listWorkItems(db, member, query, projectItems(db, member))
  }
  const item = await findItemByExternalId(db, member, { external_id, external_source })
  if (!item) throw notFound()
  return shownOne(db, member, query, item)
}

export const readItem = async (db: Db, member: ProjectMember, id: string, query: ShapeQuery) =>
  shownOne(db, member, query, await itemOf(db, member, id))

const key = /^.+-\d{1,9}$/

/** `TRAIL-7`, in any project of the workspace. */
export async function readItemByKey(db: Db, member: Member, text: string, query: ShapeQuery) {
  if (!key.test(text)) throw pageNotFound()
  const { there, id } = await findKey(db, member, text).catch(refusedAs(gateClosed))
  return readItem(db, there, id, query)
}

/** Converts to the application's field names. */
function toPatch(wanted: WorkItemPatchV1): WorkItemPatch & { point?: number | null } {
  const { state, parent, assignees, labels, type, type_id = type, module, ...rest } = wanted
  const { description_html, description_stripped, ...plain } = rest
  const html = toHtml({ description_html, description_stripped })
  return {
    ...plain,
    ...(html !== undefined && { description_html: html }),
    ...(state !== undefined && { state_id: state }),
    ...(parent !== undefined && { parent_id: parent }),
    ...(assignees && { assignee_ids: assignees }),
    ...(labels && { label_ids: labels }),
    ...(type_id !== undefined && { type_id }),
  }
}

const fieldNames: Record<string, string> = {
  parent_id: 'non_field_errors',
  assignee_ids: 'assignees',
  label_ids: 'labels',
  module_ids: 'module',
}

/** Renames the fields of an error to the names they were sent under. */
function underOurNames(error: unknown): never {
  if (!(error instanceof HttpError) || error.status !== 400) throw error
  const entries = Object.entries(error.body).map(([field, said]) => [
    lookup(fieldNames, field) ?? field,
    said,
  ])
  throw badRequest(Object.fromEntries(entries))
}

const pairTaken = (db: Db, member: ProjectMember, pair: WorkItemPatchV1) =>
  whereTaken({
    work_items_external_key: async () =>
      externalTaken('Issue', await findIdByExternalId(db, member, pair)),
  })

export async function addItem(db: Db, member: ProjectMember, body: NewWorkItemV1) {
  const { created_at = null, created_by = null, ...wanted } = body
  const authored = await authorship(db, member, { created_at, created_by })
  const plan = { ...(wanted.module && { module_ids: [wanted.module] }) }
  const item = { ...toPatch(wanted), ...authored, name: wanted.name, plan }
  const epic = Boolean(item.type_id && (await isEpicType(db, member, item.type_id)))
  const { id } = await createWorkItem(db, member, item, { epic })
    .catch(pairTaken(db, member, wanted))
    .catch(underOurNames)
  return itemOf(db, member, id)
}

export async function editItem(db: Db, member: ProjectMember, id: string, wanted: WorkItemPatchV1) {
  const before = await itemOf(db, member, id)
  const patch = toPatch(wanted)
  const { module } = wanted
  if (Object.keys(patch).length === 0 && !module) return before
  const change = module
    ? changePlanned(db, member, id, patch, [module])
    : changeWorkItem(db, member, id, patch)
  await change.catch(pairTaken(db, member, { ...before, ...wanted })).catch(underOurNames)
  return itemOf(db, member, id)
}

interface Put {
  item: WorkItemV1
  isNew: boolean
}

/** Updates an item imported before, or creates it: a repeated import creates no duplicates. */
export async function putItem(db: Db, member: ProjectMember, body: WorkItemUpsertV1): Promise<Put> {
  const { external_id, external_source, created_at, created_by, ...wanted } = body
  if (!external_id || !external_source) {
    throw badRequest({ error: 'external_id and external_source are required' })
  }
  const pair = { external_id, external_source }
  const known = await findIdByExternalId(db, member, pair)
  if (known) {
    // Archived, or in intake: can be neither changed nor created again.
    if (!(await findItem(db, member, known))) throw externalTaken('Issue', known)
    return { item: await editItem(db, member, known, wanted), isNew: false }
  }
  const { name } = wanted
  if (name === undefined) throw badRequest({ name: ['This field is required.'] })
  try {
    return { item: await addItem(db, member, { ...body, name }), isNew: true }
  } catch (error) {
    // Another request created it at the same time.
    const isTaken = error instanceof HttpError && error.status === 409
    const id = isTaken ? await findIdByExternalId(db, member, pair) : undefined
    if (!id) throw error
    return { item: await editItem(db, member, id, wanted), isNew: false }
  }
}

const notYours = () => forbidden({ error: 'Only admin or creator can delete the work item' })

export async function deleteItem(db: Db, member: ProjectMember, id: string) {
  await itemOf(db, member, id)
  await removeWorkItem(db, member, id).catch(refusedAs(notYours))
}

export async function putAway(db: Db, member: ProjectMember, id: string) {
  await itemOf(db, member, id)
  await archiveItem(db, member, id, 'issues')
}
