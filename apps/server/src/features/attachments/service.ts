import { ADMIN, type Attachment, canChangeWorkItem, type NewAttachment } from '@cairn/contract'
import {
  addressOfFile,
  discardPicture,
  type House,
  markAttached,
  openTarget,
  takeInAt,
} from '#features/assets/service.ts'
import {
  type Activity,
  type Kind,
  lockForDiscussion,
  lockToAttach,
  openItem,
  record,
  subscribe,
  touchItem,
} from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, conflict, duplicate, forbidden, notFound } from '#kernel/http/errors.ts'
import { findAttachment, type ItemRef, listAttachments, undeleteAttachment } from './queries.ts'

/** For items the caller has access to. */
export { listAttachments as attachmentsOfMany } from './queries.ts'

async function findOne(db: Db, member: ProjectMember, item: ItemRef, id: string) {
  const attachment = await findAttachment(db, member, item, id)
  if (!attachment) throw notFound()
  return attachment
}

export async function listAttachmentsOf(db: Db, member: ProjectMember, id: string, kind: Kind) {
  return listAttachments(db, member, [await openItem(db, member, id, kind)])
}

/** The external system a file comes from, and its id there. */
interface ExternalRef {
  external_source?: string | null
  external_id?: string | null
}

const pairTaken = duplicate(
  'attachments_external_key',
  conflict({ error: 'Issue with the same external id and external source already exists' }),
)

/** Guests may attach files only to items they created. */
export async function openAttachment(
  house: House,
  member: ProjectMember,
  id: string,
  wanted: NewAttachment & { id?: string },
  kind: Kind,
  external: ExternalRef = {},
) {
  const { db } = house
  const item = await openItem(db, member, id, kind)
  if (item.archived_at) throw notFound()
  if (!canChangeWorkItem(member, item)) throw forbidden()
  const { slug, user_id, workspace_id, project_id } = member
  const owner = { workspace_id, project_id, work_item_id: item.id, ...external }
  const target = await openTarget(house, user_id, 'ISSUE_ATTACHMENT', wanted, async () => ({
    owner,
    slug,
  })).catch(pairTaken)
  const attachment = await findOne(db, member, item, target.asset_id)
  return { ...target, asset_url: attachment.asset_url, attachment }
}

interface Item extends ItemRef {
  created_by: string | null
}

const audienceOf = ({ workspace_id, project_id }: ProjectMember, { created_by }: Item) => ({
  workspace_id,
  project_id,
  author_id: created_by,
})

async function note(tx: Tx, member: ProjectMember, item: Item, activity: Activity, by: 1 | -1) {
  await touchItem(tx, member, item.id, { attachment_count: by })
  await record(tx, member, item.id, [activity])
  await subscribe(tx, member, item.id, [member.user_id])
}

/** Marks the upload as complete. Repeating the request has no effect. */
export async function completeAttachment(
  house: House,
  member: ProjectMember,
  id: string,
  asset_id: string,
  kind: Kind,
) {
  const stored = await takeInAt(house, member, asset_id)
  await house.db.transaction().execute(async (tx) => {
    const item = await lockToAttach(tx, member, id, kind)
    const { asset } = await findOne(tx, member, item, asset_id)
    if (!(await markAttached(tx, member, asset_id, stored))) return
    const comment = 'created an attachment'
    const said = { new_value: asset, new_identifier: asset_id }
    const activity: Activity = { verb: 'created', field: 'attachment', comment, ...said }
    await note(tx, member, item, activity, 1)
    const attachment = await findOne(tx, member, item, asset_id)
    await emit(tx, { type: 'attachment.saved', attachment }, audienceOf(member, item))
  })
}

export async function findDownload(
  house: House,
  member: ProjectMember,
  id: string,
  asset_id: string,
  kind: Kind,
) {
  const item = await openItem(house.db, member, id, kind)
  const { asset, attributes, is_uploaded } = await findOne(house.db, member, item, asset_id)
  if (!is_uploaded) throw badRequest({ error: 'The asset is not uploaded.', status: false })
  return addressOfFile(house, member, { asset, attributes })
}

const canRemove = ({ project_role, user_id }: ProjectMember, { created_by }: Attachment) =>
  project_role >= ADMIN || created_by === user_id

export const removeAttachment = (
  db: Db,
  member: ProjectMember,
  id: string,
  asset_id: string,
  kind: Kind,
) =>
  db.transaction().execute(async (tx) => {
    const item = await lockForDiscussion(tx, member, id, kind)
    const attachment = await findOne(tx, member, item, asset_id)
    if (!canRemove(member, attachment)) throw forbidden()
    await discardPicture(tx, asset_id, member.user_id)
    // It was never visible to anyone.
    if (!attachment.is_uploaded) return
    const comment = 'deleted the attachment'
    await note(tx, member, item, { verb: 'deleted', field: 'attachment', comment }, -1)
    const gone = { type: 'attachment.removed', id: asset_id, work_item_id: item.id } as const
    await emit(tx, gone, audienceOf(member, item))
  })

/** Restores it unchanged; the history shows that it was deleted. */
export const restoreDeletedAttachment = (
  db: Db,
  member: ProjectMember,
  id: string,
  asset_id: string,
) =>
  db.transaction().execute(async (tx) => {
    const item = await lockForDiscussion(tx, member, id)
    if (!(await undeleteAttachment(tx, member, item, asset_id))) throw notFound()
    const attachment = await findOne(tx, member, item, asset_id)
    const comment = 'restored the attachment'
    const said = { new_value: attachment.asset, new_identifier: asset_id }
    const activity: Activity = { verb: 'created', field: 'attachment', comment, ...said }
    await note(tx, member, item, { ...activity, is_notified: true }, 1)
    await emit(tx, { type: 'attachment.saved', attachment }, audienceOf(member, item))
  })
